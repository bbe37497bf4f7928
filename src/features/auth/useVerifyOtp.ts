import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { isRefusal } from "../../lib/errors";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

type Outcome = "created" | "wrongCode" | "failed";

/** Creates the account from code and password. */
export function useVerifyOtp() {
  const call = useToastedCall();
  const verifyOtp = useAction(api.auth.verifyOtp);
  return async (form: { email: string; otp: string; password: string }): Promise<Outcome> => {
    const messages = { success: words.verified, failure: words.verifyFailed };
    const result = await call(() => verifyOtp(form), messages);
    if (result.ok) return "created";
    // The form has checked everything else by the deployment's own rule, so only the code can be wrong.
    return isRefusal(result.error, "BAD_INPUT") ? "wrongCode" : "failed";
  };
}
