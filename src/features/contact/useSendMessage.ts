import { useMutation } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

type Message = Omit<FunctionArgs<typeof api.contact.send>, "to">;

/** Sends a message to the organisers. True when it is taken. */
export function useSendMessage() {
  const callWithTimeout = useCallWithTimeout();
  const send = useMutation(api.contact.send);
  return async (message: Message): Promise<boolean> => {
    try {
      await callWithTimeout(() => send(message));
      toast.success(words.sent);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.failed));
      return false;
    }
  };
}
