/** Gold and VIP: orders at the payment provider, their verification, and refunds. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { env, httpAction, internalMutation, type ActionCtx } from "./_generated/server";
import { memberAction, moderatorAction, moderatorQuery, userAction, userQuery } from "./functions";
import { openOrder, seeOrder, settleOrder } from "./model/payments/payments";
import { listRefunds, purchaseOf } from "./model/payments/refunds";
import {
  createOrder as createProviderOrder,
  getOrder,
  type ProviderOrder,
  type ProviderResult,
} from "./services/cashfree";
import { fetchPaymentStatus, type PaymentReport } from "./services/cashfreeStatus";
import { readWebhook, signatureIn } from "./services/cashfreeWebhook";
import { readAtMost } from "./shared/boundedBody";
import { fail, failTooMany } from "./shared/errors";
import type { Feature } from "./shared/prices";
import * as shapes from "./validators/payments";
import { askedFeature, feature, ownOrder, refundRow, verification, type reservedOrder } from "./validators/payments";

/** Opens a checkout at the server's price. Called again before payment, it returns the same checkout. */
export const createOrder = memberAction({
  args: { feature: askedFeature },
  returns: v.object({ orderId: v.string(), paymentSessionId: v.string() }),
  handler: async (ctx, args): Promise<Checkout> => {
    const feature = args.feature === "premium_plan" ? "unlimited_swipes" : args.feature;
    // Twice at most: the first order may turn out to be closed at the provider.
    return (
      (await openCheckout(ctx, feature)) ?? (await openCheckout(ctx, feature)) ?? fail("PROVIDER_FAILED", NO_ORDER)
    );
  },
});

/** Fetches the status of the buyer's own order from the provider, and grants what was paid. */
export const verify = userAction({
  args: { orderId: v.string() },
  returns: verification,
  handler: async (ctx, { orderId }): Promise<Infer<typeof verification>> => {
    if (orderId.trim() === "") fail("BAD_INPUT", "Order ID is required");
    const before = await ctx.runMutation(internal.paymentsOrders.startVerifying, { userId: ctx.userId, orderId });
    if (before.kind === "wait") failTooMany(before.retryAfter);
    if (before.kind === "unknown") fail("NOT_FOUND", UNVERIFIED);
    const { status } = before.order;
    if (status !== "open" && status !== "failed") return outcome(before.order, null);
    const report = await fetchPaymentStatus(orderId);
    if (report === null) {
      await ctx.runMutation(internal.numbers.notePaymentFailure, {});
      fail("PROVIDER_FAILED", "Failed to verify payment. Please contact support.");
    }
    const now = await ctx.runMutation(internal.paymentsOrders.applyProviderStatus, { orderId, status: report.status });
    return now === null ? fail("NOT_FOUND", UNVERIFIED) : outcome(now, report);
  },
});

/** Returns the buyer's own order. Null for an unknown order and for another buyer's. */
export const order = userQuery({
  args: { orderId: v.string() },
  returns: v.union(ownOrder, v.null()),
  handler: async (ctx, { orderId }) => await seeOrder(ctx, ctx.user._id, orderId),
});

/** Returns orders that wait for a refund, orders being refunded, and the latest refunded ones. */
export const refunds = moderatorQuery({
  args: {},
  returns: v.array(refundRow),
  handler: async (ctx) => await listRefunds(ctx),
});

/** Returns one order by its number, to look at before a refund, or null. */
export const purchase = moderatorQuery({
  args: { orderId: v.string() },
  returns: v.union(shapes.purchase, v.null()),
  handler: async (ctx, { orderId }) => await purchaseOf(ctx, orderId),
});

/** Revokes what an order granted and sends the money back. The list of refunds shows when it is done. */
export const refund = moderatorAction({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    const started = await ctx.runMutation(internal.paymentsRefunds.startRefund, {
      moderatorId: ctx.moderatorId,
      orderId,
    });
    const accepted: boolean = await ctx.runAction(internal.paymentsRefunds.sendRefund, started);
    if (!accepted) fail("PROVIDER_FAILED", "The payment provider did not take the refund.");
    return null;
  },
});

/**
 * The provider reports an event of an order. We only fetch the order's status then, so a repeated, late, reordered or forged
 * delivery grants nothing.
 */
export const webhook = httpAction(async (ctx, request) => {
  const signature = signatureIn(request.headers);
  const body = signature && (await readAtMost(request, WEBHOOK_MAX));
  if (signature && body === null) return answer(413, { error: "The body is too large.", code: "TOO_LARGE" });
  const event = signature && body ? await readWebhook(signature, body) : "forged";
  if (event === "forged") return answer(401, { error: "The signature does not fit.", code: "UNAUTHENTICATED" });
  if (event !== null) await ctx.runMutation(internal.paymentsPolling.pollNow, event);
  return answer(200, { message: "OK" });
});

export const open = internalMutation({
  args: { orderId: v.string(), userId: v.id("users"), feature },
  returns: v.null(),
  handler: async (ctx, { orderId, userId, feature }) => await openOrder(ctx, orderId, userId, feature),
});

export const settle = internalMutation({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => await settleOrder(ctx, orderId),
});

const NO_ORDER = "Failed to create order";
const UNVERIFIED = "Payment verification failed. Please contact support.";
const WEBHOOK_MAX = 64 * 1024;
const names = { unlimited_swipes: "Gold", vip_boost: "VIP" };
const thanks = {
  unlimited_swipes: "Payment successful! You now have unlimited swipes.",
  vip_boost: "Payment successful! Your profile is now boosted as VIP.",
};

type Checkout = { orderId: string; paymentSessionId: string };

/** Returns null if the stored order can no longer be paid. Then the caller needs another order. */
async function openCheckout(ctx: ActionCtx, feature: Feature): Promise<Checkout | null> {
  const reserved = await ctx.runMutation(internal.paymentsOrders.reserve, { feature });
  if (reserved.kind === "wait") failTooMany(reserved.retryAfter);
  if (reserved.kind === "closed") fail("FORBIDDEN", "Gold and VIP are not sold any more.");
  if (reserved.kind === "owned") fail("ALREADY_DECIDED", `You already have ${names[feature]}.`);
  const { orderId, amount, currency } = reserved.order;
  const result = await providerOrderOf(reserved.order);
  if (result.kind !== "ok") {
    await ctx.runMutation(internal.numbers.notePaymentFailure, {});
    fail("PROVIDER_FAILED", NO_ORDER);
  }
  const { payment_session_id: paymentSessionId, ...made } = result.value;
  if (made.order_status === "ACTIVE" && paymentSessionId !== undefined && made.order_id === orderId) {
    if (made.order_amount !== amount || made.order_currency !== currency) fail("PROVIDER_FAILED", NO_ORDER);
    const providerId = made.cf_order_id;
    await ctx.runMutation(internal.paymentsOrders.saveSession, {
      ...{ orderId, sessionId: paymentSessionId },
      ...(providerId && { providerId }),
    });
    return { orderId, paymentSessionId };
  }
  const report = await fetchPaymentStatus(orderId);
  if (report === null) fail("PROVIDER_FAILED", NO_ORDER);
  const status = report.status.kind === "unpaid" ? { kind: "gone" as const } : report.status;
  const now = await ctx.runMutation(internal.paymentsOrders.applyProviderStatus, { orderId, status });
  if (now?.status === "paid") fail("ALREADY_DECIDED", `You already have ${names[feature]}.`);
  return null;
}

/** Creates the order at the provider. Fetches an existing one, because it may have been paid in another tab. */
async function providerOrderOf(order: Infer<typeof reservedOrder>): Promise<ProviderResult<ProviderOrder>> {
  if (order.sessionId !== null) return await getOrder(order.orderId);
  const result = await createProviderOrder({
    ...order,
    note: `${order.festivalName} ${names[order.feature]}`,
    returnUrl: `${env.SITE_URL.replace(/\/+$/, "")}/payment-success?order_id={order_id}`,
    notifyUrl: `${env.CONVEX_SITE_URL}/api/payments/webhook`,
  });
  // The provider refuses an order that exists already: the response to an earlier try may have been lost.
  return result.kind === "refused" ? await getOrder(order.orderId) : result;
}

type OrderState = { status: string; feature: Feature; cause: string | null };

function outcome({ status, feature, cause }: OrderState, report: PaymentReport | null): Infer<typeof verification> {
  if (status === "paid") return { verified: true, pending: false, cancelled: false, feature, message: thanks[feature] };
  const unverified = { verified: false, pending: false, cancelled: false, feature };
  if (report !== null && report.status.kind !== "paid") {
    const { pending, cancelled, message } = report;
    return { ...unverified, pending, cancelled, message: message || "Payment is being processed." };
  }
  if (status === "refunded") return { ...unverified, message: "This payment was refunded." };
  if (status === "refunding") return { ...unverified, message: "This payment is being refunded." };
  if (cause !== "twice") return { ...unverified, message: UNVERIFIED };
  return { ...unverified, message: `You already have ${names[feature]}. This payment will be refunded.` };
}

function answer(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}
