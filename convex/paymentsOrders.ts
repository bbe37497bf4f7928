/** Internal functions: the database part of orders, for the actions of `payments`. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { askingMutation, asMember } from "./functions";
import * as payments from "./model/payments/payments";
import * as orders from "./model/payments/order";
import { orderBy } from "./model/payments/rows";
import { spend } from "./model/throttle/limits";
import { feature, orderStatus, providerStatus, refundCause, reservedOrder } from "./validators/payments";

const orderState = v.object({ status: orderStatus, feature, cause: v.union(refundCause, v.null()) });
const wait = v.object({ kind: v.literal("wait"), retryAfter: v.number() });

export const reserve = askingMutation({
  args: { feature },
  returns: v.union(
    v.object({ kind: v.literal("order"), order: reservedOrder }),
    v.object({ kind: v.literal("owned") }),
    v.object({ kind: v.literal("closed") }),
    wait,
  ),
  handler: async (ctx, { feature }) => {
    const { user, me } = await asMember(ctx);
    return await orders.reserve(ctx, user, me, feature);
  },
});

export const saveSession = internalMutation({
  args: { orderId: v.string(), sessionId: v.string(), providerId: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { orderId, ...session }) => await orders.saveSession(ctx, orderId, session),
});

/** Counts a verification and returns the buyer's own order. */
export const startVerifying = internalMutation({
  args: { userId: v.id("users"), orderId: v.string() },
  returns: v.union(
    v.object({ kind: v.literal("order"), order: orderState }),
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

/** Applies the provider's status of an order. Returns the order's new state. */
export const applyProviderStatus = internalMutation({
  args: { orderId: v.string(), status: providerStatus },
  returns: v.union(orderState, v.null()),
  handler: async (ctx, args) => {
    const order = await payments.applyProviderStatus(ctx, args.orderId, args.status);
    return order && { status: order.status, feature: order.feature, cause: order.cause ?? null };
  },
});
