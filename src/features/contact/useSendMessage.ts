import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

type Message = Omit<FunctionArgs<typeof api.contact.send>, "to">;

/** Sends a message to the organisers. True when it was accepted. */
export function useSendMessage() {
  const call = useToastedCall();
  const send = useMutation(api.contact.send);
  return async (message: Message): Promise<boolean> =>
    (await call(() => send(message), { success: words.sent, failure: words.failed })).ok;
}
