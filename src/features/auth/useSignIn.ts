import { useAuthActions } from "@convex-dev/auth/react";
import { withProof } from "../../lib/proof";
import { toast } from "../../lib/toast";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Starts a session of an attendee. */
export function useSignIn() {
  const call = useToastedCall();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<void> => {
    const enter = () => withProof((proof) => signIn("password", { ...form, ...proof }));
    const { ok } = await call(enter, { failure: words.loginFailed });
    if (!ok) return;
    toast.dismiss();
    toast.success(words.loggedIn);
  };
}
