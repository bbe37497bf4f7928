import { api } from "../../../convex/_generated/api";
import { useAction } from "../../lib/acts";
import { isRefusal } from "../../lib/errors";
import { withProof } from "../../lib/proof";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

type Outcome = "done" | "deadLink" | "failed";

/** Sets a new password with the token of a mailed link. */
export function useResetPassword() {
  const resetPassword = useAction(api.auth.resetPassword);
  return async (form: { token: string; password: string }): Promise<Outcome> => {
    const messages = { success: words.resetDone, failure: words.resetFailed };
    const result = await toastResult(() => withProof((proof) => resetPassword({ ...form, ...proof })), messages);
    if (result.ok) return "done";
    // The form has checked the password by the deployment's own rule, so only the link can be wrong.
    return isRefusal(result.error, "BAD_INPUT") ? "deadLink" : "failed";
  };
}
