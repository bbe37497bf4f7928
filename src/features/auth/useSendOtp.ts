import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isRefusal, messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

type Outcome = "sent" | "registered" | "failed";

/** Has a code mailed. An address that already has an account is told to sign in. */
export function useSendOtp() {
  const callWithTimeout = useCallWithTimeout();
  const sendOtp = useAction(api.auth.sendOtp);
  return async (email: string): Promise<Outcome> => {
    try {
      await callWithTimeout(() => sendOtp({ email }));
      toast.success(words.otpSent);
      return "sent";
    } catch (error) {
      const isRegistered = isRefusal(error, "ALREADY_VERIFIED");
      toast.error(isRegistered ? words.alreadyRegistered : messageOf(error, words.sendFailed));
      return isRegistered ? "registered" : "failed";
    }
  };
}
