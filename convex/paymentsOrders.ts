/** Orders in the database: what the actions of `payments` do there. Nobody outside calls these. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { asMember } from "./functions";
import * as payments from "./model/payments";
import { keepSession as keep, reserve as reserveOrder } from "./model/paymentsOrder";
import { orderBy } from "./model/paymentsRows";
import { spend } from "./model/throttle";
import { feature, orderStatus, providerWord, refundCause, reservedOrder } from "./validatorsPayments";

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
