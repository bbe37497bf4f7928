import { useAuthActions } from "@convex-dev/auth/react";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Starts a moderator's session. */
export function useModeratorSignIn() {
  const callWithTimeout = useCallWithTimeout();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<void> => {
    try {
      await callWithTimeout(() => signIn("moderator", form));
      toast.dismiss();
    } catch (error) {
      toast.error(messageOf(error, words.loginFailed));
    }
  };
}
