import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Has a link for a new password mailed; says whether it was. */
export function useRequestReset() {
  const within = useReach();
  const requestReset = useAction(api.auth.requestReset);
  return async (email: string): Promise<boolean> => {
    try {
      await within(() => requestReset({ email }));
      toast.success(words.resetSent);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.resetSendFailed));
      return false;
    }
  };
}
