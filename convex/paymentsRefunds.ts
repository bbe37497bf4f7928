/** Internal functions: start a refund, send it to the provider, apply its status. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./_generated/server";
import * as refunds from "./model/payments/refunds";
import { createRefund, type ProviderRefund, type ProviderResult } from "./services/cashfree";
import { fetchRefundStatus, isRefused } from "./services/cashfreeStatus";
import { refundStatus, startedRefund } from "./validators/payments";

export const startRefund = internalMutation({
  args: { moderatorId: v.id("users"), orderId: v.string() },
  returns: startedRefund,
  handler: async (ctx, { moderatorId, orderId }) => await refunds.startRefund(ctx, moderatorId, orderId),
});

/** Sends a refund to the provider. Returns false if it was refused. Idempotent by the refund's id. */
export const sendRefund = internalAction({
  args: startedRefund.fields,
  returns: v.boolean(),
  handler: async (ctx, { orderId, id, amount }): Promise<boolean> => {
    const result = await createRefund(orderId, id, amount);
    const status = await statusOf(result, orderId, id, amount);
    if (status === null) return true;
    await ctx.runMutation(internal.paymentsRefunds.applyRefundStatus, { orderId, id, status });
    return status !== "refused";
  },
});

export const applyRefundStatus = internalMutation({
  args: { orderId: v.string(), id: v.union(v.string(), v.null()), status: refundStatus },
  returns: v.null(),
  handler: async (ctx, { orderId, id, status }) => await refunds.applyRefundStatus(ctx, orderId, id, status),
});

/** Returns null while the status is unknown. The provider also refuses a refund it already has, from a try whose response was lost. */
async function statusOf(
  result: ProviderResult<ProviderRefund>,
  orderId: string,
  id: string,
  amount: number,
): Promise<Infer<typeof refundStatus> | null> {
  if (result.kind === "unreachable") return null;
  if (result.kind === "ok") {
    const { refund_status: status } = result.value;
    if (status === "SUCCESS") return "done";
    return isRefused(status) ? "refused" : "pending";
  }
  const status = await fetchRefundStatus(orderId, amount, id);
  return status === "none" ? "refused" : status;
}
