import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Has a link for a new password mailed; says whether it was. */
export function useRequestReset() {
  const callWithTimeout = useCallWithTimeout();
  const requestReset = useAction(api.auth.requestReset);
  return async (email: string): Promise<boolean> => {
    try {
      await callWithTimeout(() => requestReset({ email }));
      toast.success(words.resetSent);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.resetSendFailed));
      return false;
    }
  };
}
