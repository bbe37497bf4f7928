import { api } from "../../../convex/_generated/api";
import { useAction } from "../../lib/acts";
import { isRefusal, messageOf } from "../../lib/errors";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** `waiting`: the mail is still queued, and this key subscribes to its state. */
type Outcome = { kind: "sent"; waiting?: string } | { kind: "registered" | "failed" };

/** Requests a code by mail. If the address has an account, a toast asks the person to sign in. */
export function useSendOtp() {
  const sendOtp = useAction(api.auth.sendOtp);
  return async (email: string): Promise<Outcome> => {
    const failure = (error: unknown) =>
      isRegistered(error) ? words.alreadyRegistered : messageOf(error, words.sendFailed);
    let waiting: string | undefined;
    const send = async () => (waiting = (await sendOtp({ email }))?.waiting);
    // While the mail is queued, the next step shows that instead.
    const success = () => (waiting === undefined ? words.otpSent : null);
    const result = await toastResult(send, { success, failure });
    if (result.ok) return { kind: "sent", ...(waiting !== undefined && { waiting }) };
    return { kind: isRegistered(result.error) ? "registered" : "failed" };
  };
}

function isRegistered(error: unknown): boolean {
  return isRefusal(error, "ALREADY_VERIFIED");
}
