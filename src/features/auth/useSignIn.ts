import { useAuthActions } from "@convex-dev/auth/react";
import { useCallWithTimeout } from "../../lib/acts";
import { withProof } from "../../lib/proof";
import { signInRefusal } from "../../components/signInRefusal";
import { toast } from "../../lib/toast";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Starts a session of an attendee. Null when they are in, else what to say at the password. */
export function useSignIn() {
  const callWithTimeout = useCallWithTimeout();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<string | null> => {
    const enter = () => withProof((proof) => signIn("password", { ...form, ...proof }));
    const result = await toastResult(() => callWithTimeout(enter), { failure: words.loginFailed });
    if (!result.ok) return signInRefusal(result.error);
    toast.dismiss();
    toast.success(words.loggedIn);
    return null;
  };
}
