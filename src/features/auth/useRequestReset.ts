import { useAction } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { withProof } from "../../lib/proof";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** Has a link for a new password mailed. True when it was. */
export function useRequestReset() {
  const call = useToastedCall();
  const requestReset = useAction(api.auth.requestReset);
  return async (email: string): Promise<boolean> => {
    const messages = { success: words.resetSent, failure: words.resetSendFailed };
    return (await call(() => withProof((proof) => requestReset({ email, ...proof })), messages)).ok;
  };
}
