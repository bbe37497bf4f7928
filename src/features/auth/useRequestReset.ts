import { api } from "../../../convex/_generated/api";
import { useAction } from "../../lib/acts";
import { withProof } from "../../lib/proof";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

/** Has a link for a new password mailed. True when it was. */
export function useRequestReset() {
  const requestReset = useAction(api.auth.requestReset);
  return async (email: string): Promise<boolean> => {
    const messages = { success: words.resetSent, failure: words.resetSendFailed };
    return (await toastResult(() => withProof((proof) => requestReset({ email, ...proof })), messages)).ok;
  };
}
