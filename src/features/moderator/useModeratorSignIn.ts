import { useAuthActions } from "@convex-dev/auth/react";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Starts a moderator's session. */
export function useModeratorSignIn() {
  const within = useReach();
  const { signIn } = useAuthActions();
  return async (form: { email: string; password: string }): Promise<void> => {
    try {
      await within(() => signIn("moderator", form));
      toast.dismiss();
    } catch (error) {
      toast.error(messageOf(error, words.loginFailed));
    }
  };
}
