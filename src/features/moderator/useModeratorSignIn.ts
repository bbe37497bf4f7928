import { useAuthActions } from "@convex-dev/auth/react";
import { withProof } from "../../lib/proof";
import { toast } from "../../lib/toast";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Starts a moderator's session. */
export function useModeratorSignIn() {
  const call = useToastedCall();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<void> => {
    const enter = () => withProof((proof) => signIn("moderator", { ...form, ...proof }));
    const { ok } = await call(enter, { failure: words.loginFailed });
    if (ok) toast.dismiss();
  };
}
