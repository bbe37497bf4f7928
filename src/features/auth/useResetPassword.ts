import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isRefusal, messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

type Outcome = "done" | "deadLink" | "failed";

/** Sets a new password with the token of a mailed link. */
export function useResetPassword() {
  const callWithTimeout = useCallWithTimeout();
  const resetPassword = useAction(api.auth.resetPassword);
  return async (form: { token: string; password: string }): Promise<Outcome> => {
    try {
      await callWithTimeout(() => resetPassword(form));
      toast.success(words.resetDone);
      return "done";
    } catch (error) {
      toast.error(messageOf(error, words.resetFailed));
      // The form has checked the password by the deployment's own rule: what is left to be wrong is the link.
      return isRefusal(error, "BAD_INPUT") ? "deadLink" : "failed";
    }
  };
}
