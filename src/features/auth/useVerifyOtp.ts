import { api } from "../../../convex/_generated/api";
import { refusalOf } from "../../../convex/shared/errors";
import { useAction } from "../../lib/acts";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** `wrongCode`: with the tries that are left, where the deployment says so. `wait`: no code is judged for now. */
export type CodeRefusal = { kind: "wrongCode"; triesLeft: number | undefined } | { kind: "wait"; message: string };

/** `ticket`: the problem with the ticket code. */
type Outcome = { kind: "created" } | { kind: "failed" } | { kind: "ticket"; message: string } | CodeRefusal;

/** Creates the account from code and password. */
export function useVerifyOtp() {
  const verifyOtp = useAction(api.auth.verifyOtp);
  return async (form: { email: string; otp: string; password: string; ticket?: string }): Promise<Outcome> => {
    const messages = { success: words.verified, failure: words.verifyFailed };
    const result = await toastResult(() => verifyOtp(form), messages);
    if (result.ok) return { kind: "created" };
    const refusal = refusalOf(result.error);
    if (refusal?.code === "TICKET_REFUSED") return { kind: "ticket", message: refusal.message };
    // The form has checked everything else by the deployment's own rule, so only the code can be wrong.
    if (refusal?.code === "BAD_INPUT") return { kind: "wrongCode", triesLeft: refusal.triesLeft };
    return refusal?.code === "TOO_MANY_TRIES" ? { kind: "wait", message: refusal.message } : { kind: "failed" };
  };
}
