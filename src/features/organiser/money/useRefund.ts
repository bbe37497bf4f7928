import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useAction } from "../../../lib/acts";
import { toastResult } from "../../../lib/toastResult";
import { words } from "./words";

/** An order as it is looked at before its refund. */
export type Purchase = NonNullable<FunctionReturnType<typeof api.payments.purchase>>;

/** Sends an order's money back through the provider. `sending` is the order that is being refunded. */
export function useRefund() {
  const refund = useAction(api.payments.refund);
  const [sending, setSending] = useState<string | null>(null);

  const send = async (orderId: string): Promise<void> => {
    setSending(orderId);
    await toastResult(() => refund({ orderId }), { success: words.refundSent, failure: words.refundFailed });
    setSending(null);
  };
  return { sending, send };
}
