import { useAuthActions } from "@convex-dev/auth/react";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Starts a session of an attendee. */
export function useSignIn() {
  const within = useReach();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<void> => {
    try {
      await within(() => signIn("password", form));
      toast.dismiss();
      toast.success(words.loggedIn);
    } catch (error) {
      toast.error(messageOf(error, words.loginFailed));
    }
  };
}
