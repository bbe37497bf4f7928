import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useMutation } from "../../lib/acts";
import { withProof } from "../../lib/proof";
import { toastResult } from "../../lib/toastResult";
import { words } from "./words";

type Message = Omit<FunctionArgs<typeof api.contact.send>, "to" | "proof">;

/** Sends a message to the organisers. True when it was accepted. */
export function useSendMessage() {
  const send = useMutation(api.contact.send);
  return async (message: Message): Promise<boolean> =>
    (
      await toastResult(() => withProof((proof) => send({ ...message, ...proof })), {
        success: words.sent,
        failure: words.failed,
      })
    ).ok;
}
