import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isRefusal, messageOf } from "../../lib/errors";
import { withProof } from "../../lib/proof";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

type Outcome = "sent" | "registered" | "failed";

/** Has a code mailed. Somebody whose address already has an account is told to sign in. */
export function useSendOtp() {
  const call = useToastedCall();
  const sendOtp = useAction(api.auth.sendOtp);
  return async (email: string): Promise<Outcome> => {
    const failure = (error: unknown) =>
      isRegistered(error) ? words.alreadyRegistered : messageOf(error, words.sendFailed);
    const result = await call(() => withProof((proof) => sendOtp({ email, ...proof })), {
      success: words.otpSent,
      failure,
    });
    if (result.ok) return "sent";
    return isRegistered(result.error) ? "registered" : "failed";
  };
}

function isRegistered(error: unknown): boolean {
  return isRefusal(error, "ALREADY_VERIFIED");
}
