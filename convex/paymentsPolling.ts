/** Internal functions: polls the provider about orders, after a webhook or when they are due. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./_generated/server";
import * as polling from "./model/payments/polling";
import { isUnpaid } from "./model/payments/rows";
import { fetchPaymentStatus, fetchRefundStatus } from "./services/cashfreeStatus";
import { startedRefund } from "./validators/payments";

const dueOrder = v.object({ unpaid: v.boolean(), amount: v.number(), refund: v.union(startedRefund, v.null()) });

/** Polls an order because a webhook reported an event of it. */
export const pollNow = internalMutation({
  args: { orderId: v.string(), about: v.union(v.literal("payment"), v.literal("refund")) },
  returns: v.null(),
  handler: async (ctx, { orderId, about }) => await polling.pollNow(ctx, orderId, about),
});

/** Fetches the provider's status of a due order and applies it. */
export const poll = internalAction({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    const order: Infer<typeof dueOrder> | null = await ctx.runMutation(internal.paymentsPolling.startPoll, { orderId });
    if (order === null) return null;
    if (order.unpaid) {
      const report = await fetchPaymentStatus(orderId);
      if (report === null) return null;
      await ctx.runMutation(internal.paymentsOrders.applyProviderStatus, { orderId, status: report.status });
      return null;
    }
    const id = order.refund?.id ?? null;
    const status = await fetchRefundStatus(orderId, order.amount, id);
    if (status === "none" && order.refund !== null) {
      await ctx.runAction(internal.paymentsRefunds.sendRefund, order.refund);
    } else if (status !== null) {
      await ctx.runMutation(internal.paymentsRefunds.applyRefundStatus, { orderId, id, status });
    }
    return null;
  },
});

export const startPoll = internalMutation({
  args: { orderId: v.string() },
  returns: v.union(dueOrder, v.null()),
  handler: async (ctx, { orderId }) => {
    const order = await polling.startPoll(ctx, orderId);
    if (order === null) return null;
    const amount = order.received?.amount ?? order.amount;
    const refund = order.status === "refunding" && order.refund ? { orderId, id: order.refund.id, amount } : null;
    return { unpaid: isUnpaid(order), amount, refund };
  },
});

export const pollDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await polling.pollDue(ctx),
});
