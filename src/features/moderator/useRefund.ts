import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { messageOf } from "../../lib/errors";
import { useCallWithTimeout } from "../../lib/useCallWithTimeout";
import { toast } from "../../lib/toast";
import { words } from "./words";

/** An order whose money goes back, as a moderator sees it. */
export type RefundRow = FunctionReturnType<typeof api.payments.refunds>[number];

/** Sends an order's money back by the provider. `sending` is the order under way. True when the provider took it. */
export function useRefund() {
  const callWithTimeout = useCallWithTimeout();
  const refund = useAction(api.payments.refund);
  const [sending, setSending] = useState<string | null>(null);

  const send = async (orderId: string): Promise<boolean> => {
    setSending(orderId);
    try {
      await callWithTimeout(() => refund({ orderId }));
      toast.success(words.refundSent);
      return true;
    } catch (error) {
      toast.error(messageOf(error, words.refundFailed));
      return false;
    } finally {
      setSending(null);
    }
  };
  return { sending, send };
}
