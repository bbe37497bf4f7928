import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useReach } from "../../lib/reach";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** Makes the account from code and password. True when there is one now. */
export function useVerifyOtp() {
  const within = useReach();
  const verifyOtp = useAction(api.auth.verifyOtp);
  return async (form: { email: string; otp: string; password: string }): Promise<boolean> => {
    try {
      await within(() => verifyOtp(form));
      toast.success(words.verified);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.verifyFailed));
      return false;
    }
  };
}
