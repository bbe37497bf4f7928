/** Gold and VIP: orders at the payment provider, their verification, and refunds. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { httpAction, internalAction, internalMutation, type ActionCtx } from "./_generated/server";
import {
  callerMutation,
  asMember,
  memberAction,
  moderatorAction,
  moderatorQuery,
  userAction,
  userQuery,
} from "./functions";
import * as orders from "./model/payments/order";
import * as payments from "./model/payments/payments";
import * as polling from "./model/payments/polling";
import * as refunding from "./model/payments/refunds";
import { createOrFetchOrder } from "./services/cashfree";
import { fetchPaymentStatus, fetchRefundStatus, sendRefund as sendToProvider } from "./services/cashfreeStatus";
import { readWebhook } from "./services/cashfreeWebhook";
import { fail, failTooMany } from "./shared/errors";
import { featureOf, products, type Feature } from "./shared/prices";
import * as shapes from "./validators/payments";

/** Opens a checkout at the server's price. Called again before payment, it returns the same checkout. */
export const createOrder = memberAction({
  args: { feature: shapes.requestedFeature },
  returns: v.object({ orderId: v.string(), paymentSessionId: v.string() }),
  handler: async (ctx, args): Promise<Checkout> => {
    const feature = featureOf(args.feature);
    // Two tries at most: the first order may already be closed at the provider.
    return (
      (await openCheckout(ctx, feature)) ?? (await openCheckout(ctx, feature)) ?? fail("PROVIDER_FAILED", NO_ORDER)
    );
  },
});

/** Fetches the status of the buyer's own order from the provider, and grants the product if it is paid. */
export const verify = userAction({
  args: { orderId: v.string() },
  returns: shapes.verification,
  handler: async (ctx, { orderId }): Promise<Infer<typeof shapes.verification>> => {
    if (orderId.trim() === "") fail("BAD_INPUT", "Order ID is required");
    const start = await ctx.runMutation(internal.payments.startVerifying, { userId: ctx.userId, orderId });
    if (start.kind === "wait") failTooMany(start.retryAfter);
    if (start.kind === "unknown") fail("NOT_FOUND", orders.UNVERIFIED);
    const { status } = start.order;
    if (status !== "open" && status !== "failed") return orders.verificationOf(start.order, null);
    const report = await fetchPaymentStatus(orderId);
    if (report === null) {
      await ctx.runMutation(internal.numbers.notePaymentFailure, {});
      fail("PROVIDER_FAILED", "Failed to verify payment. Please contact support.");
    }
    const updated = await ctx.runMutation(internal.payments.applyProviderStatus, { orderId, status: report.status });
    return updated === null ? fail("NOT_FOUND", orders.UNVERIFIED) : orders.verificationOf(updated, report);
  },
});

/** Returns the buyer's own order. Null for an unknown order and for another buyer's. */
export const order = userQuery({
  args: { orderId: v.string() },
  returns: v.union(shapes.ownOrder, v.null()),
  handler: async (ctx, { orderId }) => await payments.readOrder(ctx, ctx.user._id, orderId),
});

/** Returns orders that wait for a refund, orders being refunded, and the latest refunded ones. */
export const refunds = moderatorQuery({
  args: {},
  returns: v.array(shapes.refundRow),
  handler: async (ctx) => await refunding.listRefunds(ctx),
});

/** Returns one order by its number, to check before a refund, or null. */
export const purchase = moderatorQuery({
  args: { orderId: v.string() },
  returns: v.union(shapes.purchase, v.null()),
  handler: async (ctx, { orderId }) => await refunding.purchaseOf(ctx, orderId),
});

/** Revokes what an order granted and sends the money back. The list of refunds shows when it is done. */
export const refund = moderatorAction({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    const started = await ctx.runMutation(internal.payments.startRefund, { moderatorId: ctx.moderatorId, orderId });
    const accepted: boolean = await ctx.runAction(internal.payments.sendRefund, started);
    if (!accepted) fail("PROVIDER_FAILED", "The payment provider did not accept the refund. Please try again.");
  },
});

/**
 * Webhook: the provider reports an event of an order. This only makes us fetch the order's status, so a repeated, late, reordered or forged
 * delivery grants nothing.
 */
export const webhook = httpAction(async (ctx, request) => {
  const event = await readWebhook(request);
  if (event === "tooLarge") return answer(413, { error: "The body is too large.", code: "TOO_LARGE" });
  if (event === "forged") return answer(401, { error: "The signature does not match.", code: "UNAUTHENTICATED" });
  if (event !== null) await ctx.runMutation(internal.payments.pollNow, event);
  return answer(200, { message: "OK" });
});

/** Stores the order of a checkout before it is created at the provider. */
export const reserve = callerMutation({
  args: { feature: shapes.feature },
  returns: shapes.reservation,
  handler: async (ctx, { feature }): Promise<Infer<typeof shapes.reservation>> => {
    const { user, me } = await asMember(ctx);
    return await orders.reserve(ctx, user, me, feature);
  },
});

export const saveSession = internalMutation({
  args: { orderId: v.string(), sessionId: v.string(), providerId: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { orderId, ...session }) => await orders.saveSession(ctx, orderId, session),
});

export const startVerifying = internalMutation({
  args: { userId: v.id("users"), orderId: v.string() },
  returns: shapes.startedVerification,
  handler: async (ctx, { userId, orderId }) => await orders.startVerifying(ctx, userId, orderId),
});

/** Applies the provider's status of an order. Returns the order's new state. */
export const applyProviderStatus = internalMutation({
  args: { orderId: v.string(), status: shapes.providerStatus },
  returns: v.union(shapes.orderState, v.null()),
  handler: async (ctx, { orderId, status }) => {
    const order = await payments.applyProviderStatus(ctx, orderId, status);
    return order && orders.stateOf(order);
  },
});

export const startRefund = internalMutation({
  args: { moderatorId: v.id("users"), orderId: v.string() },
  returns: shapes.startedRefund,
  handler: async (ctx, { moderatorId, orderId }) => await refunding.startRefund(ctx, moderatorId, orderId),
});

/** Sends a refund to the provider. Returns false if it was refused. Idempotent by the refund's id. */
export const sendRefund = internalAction({
  args: shapes.startedRefund.fields,
  returns: v.boolean(),
  handler: async (ctx, refund): Promise<boolean> => {
    const status = await sendToProvider(refund);
    if (status === null) return true;
    const { orderId, id } = refund;
    await ctx.runMutation(internal.payments.applyRefundStatus, { orderId, id, status });
    return status !== "refused";
  },
});

export const applyRefundStatus = internalMutation({
  args: { orderId: v.string(), id: v.union(v.string(), v.null()), status: shapes.refundStatus },
  returns: v.null(),
  handler: async (ctx, { orderId, id, status }) => await refunding.applyRefundStatus(ctx, orderId, id, status),
});

/** Polls an order after a webhook about it. */
export const pollNow = internalMutation({
  args: { orderId: v.string(), about: v.union(v.literal("payment"), v.literal("refund")) },
  returns: v.null(),
  handler: async (ctx, { orderId, about }) => await polling.pollNow(ctx, orderId, about),
});

/** Fetches the provider's status of a due order and applies it. */
export const poll = internalAction({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }): Promise<null> => {
    const order = await ctx.runMutation(internal.payments.startPoll, { orderId });
    if (order === null) return null;
    if (order.isUnpaid) {
      const report = await fetchPaymentStatus(orderId);
      if (report === null) return await ctx.runMutation(internal.payments.retryLastPoll, { orderId });
      await ctx.runMutation(internal.payments.applyProviderStatus, { orderId, status: report.status });
      return null;
    }
    const id = order.refund?.id ?? null;
    const status = await fetchRefundStatus(orderId, order.amount, id);
    if (status === null) return await ctx.runMutation(internal.payments.retryLastPoll, { orderId });
    if (status === "none" && order.refund !== null) await ctx.runAction(internal.payments.sendRefund, order.refund);
    else await ctx.runMutation(internal.payments.applyRefundStatus, { orderId, id, status });
    return null;
  },
});

export const startPoll = internalMutation({
  args: { orderId: v.string() },
  returns: v.union(shapes.dueOrder, v.null()),
  handler: async (ctx, { orderId }): Promise<Infer<typeof shapes.dueOrder> | null> =>
    await polling.startPoll(ctx, orderId),
});

/** Schedules another try after a failed poll, if it was the last one. */
export const retryLastPoll = internalMutation({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => await polling.retryLastPoll(ctx, orderId),
});

export const pollDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await polling.pollDue(ctx),
});

/** Stores an order for a demo person. */
export const open = internalMutation({
  args: { orderId: v.string(), userId: v.id("users"), feature: shapes.feature },
  returns: v.null(),
  handler: async (ctx, { orderId, userId, feature }) => await payments.openOrder(ctx, orderId, userId, feature),
});

export const settle = internalMutation({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => await payments.settleOrder(ctx, orderId),
});

const NO_ORDER = "Failed to create order";

type Checkout = { orderId: string; paymentSessionId: string };

/** Returns null if the stored order can no longer be paid. Then the caller needs another order. */
async function openCheckout(ctx: ActionCtx, feature: Feature): Promise<Checkout | null> {
  const reserved = await ctx.runMutation(internal.payments.reserve, { feature });
  if (reserved.kind === "wait") failTooMany(reserved.retryAfter);
  if (reserved.kind === "closed") fail("FORBIDDEN", "Gold and VIP are no longer on sale.");
  if (reserved.kind === "owned") fail("ALREADY_DECIDED", `You already have ${products[feature].name}.`);
  const { orderId, amount, currency } = reserved.order;
  const result = await createOrFetchOrder(reserved.order, products[feature].name);
  if (result.kind !== "ok") {
    await ctx.runMutation(internal.numbers.notePaymentFailure, {});
    fail("PROVIDER_FAILED", NO_ORDER);
  }
  const { payment_session_id: paymentSessionId, ...created } = result.value;
  if (created.order_status === "ACTIVE" && paymentSessionId !== undefined && created.order_id === orderId) {
    if (created.order_amount !== amount || created.order_currency !== currency) fail("PROVIDER_FAILED", NO_ORDER);
    const session = { sessionId: paymentSessionId, ...(created.cf_order_id && { providerId: created.cf_order_id }) };
    await ctx.runMutation(internal.payments.saveSession, { orderId, ...session });
    return { orderId, paymentSessionId };
  }
  const report = await fetchPaymentStatus(orderId);
  if (report === null) fail("PROVIDER_FAILED", NO_ORDER);
  const status = report.status.kind === "unpaid" ? { kind: "gone" as const } : report.status;
  const updated = await ctx.runMutation(internal.payments.applyProviderStatus, { orderId, status });
  if (updated?.status === "paid") fail("ALREADY_DECIDED", `You already have ${products[feature].name}.`);
  return null;
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}
