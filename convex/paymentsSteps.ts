/** The steps that the actions of `payments` take in the database, and what is asked later. Nobody outside calls these. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./_generated/server";
import { asMember } from "./functions";
import * as payments from "./model/payments";
import { keepSession as keep, reserve as reserveOrder } from "./model/paymentsOrder";
import * as refunds from "./model/paymentsRefunds";
import { isUnpaid, orderBy } from "./model/paymentsRows";
import * as sweeping from "./model/paymentsSweep";
import { spend } from "./model/throttle";
import { createRefund, type Answer, type ProviderRefund } from "./services/cashfree";
import { askAboutPayment, askAboutRefunds } from "./services/cashfreeWord";
import {
  feature,
  orderStatus,
  providerWord,
  refundCause,
  refundWord,
  reservedOrder,
  startedRefund,
} from "./validatorsPayments";

const known = v.object({ status: orderStatus, feature, cause: v.union(refundCause, v.null()) });
const wait = v.object({ kind: v.literal("wait"), retryAfter: v.number() });

export const reserve = internalMutation({
  args: { feature },
  returns: v.union(
    v.object({ kind: v.literal("order"), order: reservedOrder }),
    v.object({ kind: v.literal("owned") }),
    wait,
  ),
  handler: async (ctx, { feature }) => {
    const { user, me } = await asMember(ctx);
    return await reserveOrder(ctx, user, me, feature);
  },
});

export const keepSession = internalMutation({
  args: { orderId: v.string(), sessionId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId, sessionId }) => {
    await keep(ctx, orderId, sessionId);
    return null;
  },
});

/** Whose order it is, and that it is not asked about too often. */
export const startVerifying = internalMutation({
  args: { userId: v.id("users"), orderId: v.string() },
  returns: v.union(
    v.object({ kind: v.literal("order"), order: known }),
    v.object({ kind: v.literal("unknown") }),
    wait,
  ),
  handler: async (ctx, { userId, orderId }) => {
    const retryAfter = await spend(ctx, "verify", userId);
    if (retryAfter !== null) return { kind: "wait" as const, retryAfter };
    const order = await orderBy(ctx, orderId);
    if (order === null || order.userId !== userId) return { kind: "unknown" as const };
    const { status, feature, cause = null } = order;
    return { kind: "order" as const, order: { status, feature, cause } };
  },
});

/** Takes in what the provider says about an order, and answers how it stands now. */
export const hear = internalMutation({
  args: { orderId: v.string(), word: providerWord },
  returns: v.union(known, v.null()),
  handler: async (ctx, { orderId, word }) => {
    const order = await payments.hearWord(ctx, orderId, word);
    return order && { status: order.status, feature: order.feature, cause: order.cause ?? null };
  },
});

/** Somebody who may say so says that there is news of an order. */
export const news = internalMutation({
  args: { orderId: v.string(), about: v.union(v.literal("payment"), v.literal("refund")) },
  returns: v.null(),
  handler: async (ctx, { orderId, about }) => {
    await sweeping.askSoon(ctx, orderId, about);
    return null;
  },
});

/** Asks the provider about an order that is due, and takes its word in. */
export const ask = internalAction({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    const order: Infer<typeof due> | null = await ctx.runMutation(internal.paymentsSteps.startAsking, { orderId });
    if (order === null) return null;
    if (order.unpaid) {
      const heard = await askAboutPayment(orderId);
      if (heard !== null) await ctx.runMutation(internal.paymentsSteps.hear, { orderId, word: heard.word });
      return null;
    }
    const id = order.refund?.id ?? null;
    const word = await askAboutRefunds(orderId, order.amount, id);
    if (word === "none" && order.refund !== null) await ctx.runAction(internal.paymentsSteps.tellRefund, order.refund);
    else if (word !== null) await ctx.runMutation(internal.paymentsSteps.hearRefund, { orderId, id, word });
    return null;
  },
});

/** Tells the provider to send money back. As often as it takes: the id makes it one refund. */
export const tellRefund = internalAction({
  args: startedRefund.fields,
  returns: v.boolean(),
  handler: async (ctx, { orderId, id, amount }): Promise<boolean> => {
    const answer = await createRefund(orderId, id, amount);
    const word = await wordOf(answer, orderId, id, amount);
    if (word === null) return true;
    await ctx.runMutation(internal.paymentsSteps.hearRefund, { orderId, id, word });
    return word !== "refused";
  },
});

const due = v.object({ unpaid: v.boolean(), amount: v.number(), refund: v.union(startedRefund, v.null()) });

export const startAsking = internalMutation({
  args: { orderId: v.string() },
  returns: v.union(due, v.null()),
  handler: async (ctx, { orderId }) => {
    const order = await sweeping.startAsking(ctx, orderId);
    if (order === null) return null;
    const amount = order.received?.amount ?? order.amount;
    const refund = order.status === "refunding" && order.refund ? { orderId, id: order.refund.id, amount } : null;
    return { unpaid: isUnpaid(order), amount, refund };
  },
});

export const startRefund = internalMutation({
  args: { moderatorId: v.id("users"), orderId: v.string() },
  returns: startedRefund,
  handler: async (ctx, { moderatorId, orderId }) => await refunds.startRefund(ctx, moderatorId, orderId),
});

export const hearRefund = internalMutation({
  args: { orderId: v.string(), id: v.union(v.string(), v.null()), word: refundWord },
  returns: v.null(),
  handler: async (ctx, { orderId, id, word }) => {
    await refunds.hearRefund(ctx, orderId, id, word);
    return null;
  },
});

export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await sweeping.askDue(ctx);
    return null;
  },
});

/** Null: not known yet. One that is refused because it is there already, from a try whose answer was lost, is not refused. */
async function wordOf(
  answer: Answer<ProviderRefund>,
  orderId: string,
  id: string,
  amount: number,
): Promise<Infer<typeof refundWord> | null> {
  if (answer.kind === "unreachable") return null;
  if (answer.kind === "ok") {
    const { refund_status: status } = answer.value;
    if (status === "SUCCESS") return "done";
    return status === "CANCELLED" || status === "FAILED" ? "refused" : "pending";
  }
  const word = await askAboutRefunds(orderId, amount, id);
  return word === "none" ? "refused" : word;
}
