import { useAuthActions } from "@convex-dev/auth/react";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Starts a session of an attendee. */
export function useSignIn() {
  const callWithTimeout = useCallWithTimeout();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<void> => {
    try {
      await callWithTimeout(() => signIn("password", form));
      toast.dismiss();
      toast.success(words.loggedIn);
    } catch (error) {
      toast.error(messageOf(error, words.loginFailed));
    }
  };
}
