import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isRefusal, messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

type Outcome = "made" | "wrongCode" | "failed";

/** Makes the account from code and password. */
export function useVerifyOtp() {
  const callWithTimeout = useCallWithTimeout();
  const verifyOtp = useAction(api.auth.verifyOtp);
  return async (form: { email: string; otp: string; password: string }): Promise<Outcome> => {
    try {
      await callWithTimeout(() => verifyOtp(form));
      toast.success(words.verified);
      return "made";
    } catch (error) {
      toast.error(messageOf(error, words.verifyFailed));
      // The form has checked the rest by the deployment's own rule.
      return isRefusal(error, "BAD_INPUT") ? "wrongCode" : "failed";
    }
  };
}
