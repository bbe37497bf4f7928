import { useAction } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useToastedCall } from "../../lib/useToastedCall";
import { words } from "./words";

/** An order whose money goes back, as a moderator sees it. */
export type RefundRow = FunctionReturnType<typeof api.payments.refunds>[number];

/** An order as it is looked at before its refund. */
export type Purchase = NonNullable<FunctionReturnType<typeof api.payments.purchase>>;

/** Sends an order's money back through the provider. `sending` is the order that is being refunded. */
export function useRefund() {
  const call = useToastedCall();
  const refund = useAction(api.payments.refund);
  const [sending, setSending] = useState<string | null>(null);

  const send = async (orderId: string): Promise<void> => {
    setSending(orderId);
    await call(() => refund({ orderId }), { success: words.refundSent, failure: words.refundFailed });
    setSending(null);
  };
  return { sending, send };
}
