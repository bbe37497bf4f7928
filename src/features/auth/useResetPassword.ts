import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Sets a new password with the token of a mailed link. True when it holds. */
export function useResetPassword() {
  const within = useReach();
  const resetPassword = useAction(api.auth.resetPassword);
  return async (form: { token: string; password: string }): Promise<boolean> => {
    try {
      await within(() => resetPassword(form));
      toast.success(words.resetDone);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.resetFailed));
      return false;
    }
  };
}
