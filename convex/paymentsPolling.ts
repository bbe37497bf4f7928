/** Asking the provider about orders: when it says that there is news, and when nobody does. Nobody outside calls these. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./_generated/server";
import { isUnpaid } from "./model/paymentsRows";
import * as polling from "./model/paymentsPolling";
import { askAboutPayment, askAboutRefunds } from "./services/cashfreeWord";
import { startedRefund } from "./validatorsPayments";

const due = v.object({ unpaid: v.boolean(), amount: v.number(), refund: v.union(startedRefund, v.null()) });

/** Somebody who may say so says that there is news of an order. */
export const news = internalMutation({
  args: { orderId: v.string(), about: v.union(v.literal("payment"), v.literal("refund")) },
  returns: v.null(),
  handler: async (ctx, { orderId, about }) => {
    await polling.askSoon(ctx, orderId, about);
    return null;
  },
});

/** Asks the provider about an order that is due, and takes its word in. */
export const ask = internalAction({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    const order: Infer<typeof due> | null = await ctx.runMutation(internal.paymentsPolling.startAsking, { orderId });
    if (order === null) return null;
    if (order.unpaid) {
      const heard = await askAboutPayment(orderId);
      if (heard !== null) await ctx.runMutation(internal.paymentsOrders.hear, { orderId, word: heard.word });
      return null;
    }
    const id = order.refund?.id ?? null;
    const word = await askAboutRefunds(orderId, order.amount, id);
    if (word === "none" && order.refund !== null)
      await ctx.runAction(internal.paymentsRefunds.tellRefund, order.refund);
    else if (word !== null) await ctx.runMutation(internal.paymentsRefunds.hearRefund, { orderId, id, word });
    return null;
  },
});

export const startAsking = internalMutation({
  args: { orderId: v.string() },
  returns: v.union(due, v.null()),
  handler: async (ctx, { orderId }) => {
    const order = await polling.startAsking(ctx, orderId);
    if (order === null) return null;
    const amount = order.received?.amount ?? order.amount;
    const refund = order.status === "refunding" && order.refund ? { orderId, id: order.refund.id, amount } : null;
    return { unpaid: isUnpaid(order), amount, refund };
  },
});

export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await polling.askDue(ctx);
    return null;
  },
});
