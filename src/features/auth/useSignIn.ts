import { useAuthActions } from "@convex-dev/auth/react";
import { withProof } from "../../lib/proof";
import { signInRefusal } from "../../components/signInRefusal";
import { toast } from "../../lib/toast";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Starts a session of an attendee. Null when they are in, else what to say at the password. */
export function useSignIn() {
  const call = useToastedCall();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<string | null> => {
    const enter = () => withProof((proof) => signIn("password", { ...form, ...proof }));
    const result = await call(enter, { failure: words.loginFailed });
    if (!result.ok) return signInRefusal(result.error);
    toast.dismiss();
    toast.success(words.loggedIn);
    return null;
  };
}
