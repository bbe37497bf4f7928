import { useAuthActions } from "@convex-dev/auth/react";
import { withProof } from "../../lib/proof";
import { signInRefusal } from "../../components/signInRefusal";
import { toast } from "../../lib/toast";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Starts a moderator's session. Null when they are in, else what to say at the password. */
export function useModeratorSignIn() {
  const call = useToastedCall();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<string | null> => {
    const enter = () => withProof((proof) => signIn("moderator", { ...form, ...proof }));
    const result = await call(enter, { failure: words.loginFailed });
    if (!result.ok) return signInRefusal(result.error);
    toast.dismiss();
    return null;
  };
}
