/** Gold and VIP: an order at the payment provider, what became of it, and money that goes back. */
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import { env, httpAction, internalMutation, type ActionCtx } from "./_generated/server";
import { moderatorAction, moderatorQuery, userAction, userQuery } from "./functions";
import { openOrder, seeOrder, settleOrder } from "./model/payments";
import { listRefunds } from "./model/paymentsRefunds";
import { createOrder as orderAtProvider, getOrder, type Answer, type ProviderOrder } from "./services/cashfree";
import { readWebhook } from "./services/cashfreeWebhook";
import { askAboutPayment, type Heard } from "./services/cashfreeWord";
import { fail, failTooMany } from "./shared/errors";
import { festival } from "./shared/festival";
import type { Feature } from "./shared/prices";
import { askedFeature, feature, ownOrder, refundRow, verification, type reservedOrder } from "./validatorsPayments";

/** Opens a checkout at the server's price. Asked again before it is paid, it is the same checkout. */
export const createOrder = userAction({
  args: { feature: askedFeature },
  returns: v.object({ orderId: v.string(), paymentSessionId: v.string() }),
  handler: async (ctx, args): Promise<Checkout> => {
    const feature = args.feature === "premium_plan" ? "unlimited_swipes" : args.feature;
    // Twice at most: the first may turn out to be one that the provider takes no money for any more.
    return (
      (await openCheckout(ctx, feature)) ?? (await openCheckout(ctx, feature)) ?? fail("PROVIDER_FAILED", NO_ORDER)
    );
  },
});

/** Asks the provider what became of the buyer's own order, and grants what was paid. */
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
    const heard = await askAboutPayment(orderId);
    if (heard === null) fail("PROVIDER_FAILED", "Failed to verify payment. Please contact support.");
    const now = await ctx.runMutation(internal.paymentsOrders.hear, { orderId, word: heard.word });
    return now === null ? fail("NOT_FOUND", UNVERIFIED) : outcome(now, heard);
  },
});

/** The buyer's own order, live. Null: unknown, or somebody else's. */
export const order = userQuery({
  args: { orderId: v.string() },
  returns: v.union(ownOrder, v.null()),
  handler: async (ctx, { orderId }) => await seeOrder(ctx, ctx.user._id, orderId),
});

/** Orders that a person has to refund, that are being refunded, and the latest that were. */
export const refunds = moderatorQuery({
  args: {},
  returns: v.array(refundRow),
  handler: async (ctx) => await listRefunds(ctx),
});

/** Sends the money of an order back and takes back what it granted. The list says when it is done. */
export const refund = moderatorAction({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    const started = await ctx.runMutation(internal.paymentsRefunds.startRefund, {
      moderatorId: ctx.moderatorId,
      orderId,
    });
    const taken: boolean = await ctx.runAction(internal.paymentsRefunds.tellRefund, started);
    if (!taken) fail("PROVIDER_FAILED", "The payment provider did not take the refund.");
    return null;
  },
});

/**
 * The provider says that something happened. It is believed that far: the order itself is asked for, so that a delivery
 * that is repeated, late, out of order or untrue changes nothing that is not so.
 */
export const webhook = httpAction(async (ctx, request) => {
  const announced = Number(request.headers.get("content-length") ?? "0");
  const body = announced > WEBHOOK_MAX ? null : new Uint8Array(await request.arrayBuffer());
  if (body === null || body.byteLength > WEBHOOK_MAX) {
    return said(413, { error: "The body is too large.", code: "TOO_LARGE" });
  }
  const news = await readWebhook(request.headers, body);
  if (news === "forged") return said(401, { error: "The signature does not fit.", code: "UNAUTHENTICATED" });
  if (news !== null) await ctx.runMutation(internal.paymentsPolling.news, news);
  return said(200, { message: "OK" });
});

export const open = internalMutation({
  args: { orderId: v.string(), userId: v.id("users"), feature },
  returns: v.null(),
  handler: async (ctx, { orderId, userId, feature }) => {
    await openOrder(ctx, orderId, userId, feature);
    return null;
  },
});

export const settle = internalMutation({
  args: { orderId: v.string() },
  returns: v.null(),
  handler: async (ctx, { orderId }) => {
    await settleOrder(ctx, orderId);
    return null;
  },
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

/** Null: the order that was there cannot be paid any more, so another is needed. */
async function openCheckout(ctx: ActionCtx, feature: Feature): Promise<Checkout | null> {
  const reserved = await ctx.runMutation(internal.paymentsOrders.reserve, { feature });
  if (reserved.kind === "wait") failTooMany(reserved.retryAfter);
  if (reserved.kind === "owned") fail("ALREADY_DECIDED", `You already have ${names[feature]}.`);
  const { orderId, amount, currency } = reserved.order;
  const answer = await orderOf(reserved.order);
  if (answer.kind !== "ok") fail("PROVIDER_FAILED", NO_ORDER);
  const { payment_session_id: paymentSessionId, ...made } = answer.value;
  if (made.order_status === "ACTIVE" && paymentSessionId !== undefined && made.order_id === orderId) {
    if (made.order_amount !== amount || made.order_currency !== currency) fail("PROVIDER_FAILED", NO_ORDER);
    await ctx.runMutation(internal.paymentsOrders.keepSession, { orderId, sessionId: paymentSessionId });
    return { orderId, paymentSessionId };
  }
  const heard = await askAboutPayment(orderId);
  if (heard === null) fail("PROVIDER_FAILED", NO_ORDER);
  const word = heard.word.kind === "unpaid" ? { kind: "gone" as const } : heard.word;
  const now = await ctx.runMutation(internal.paymentsOrders.hear, { orderId, word });
  if (now?.status === "paid") fail("ALREADY_DECIDED", `You already have ${names[feature]}.`);
  return null;
}

/** Makes the order at the provider, or asks for the one that is there: it may have been paid in another tab. */
async function orderOf(order: Infer<typeof reservedOrder>): Promise<Answer<ProviderOrder>> {
  if (order.sessionId !== null) return await getOrder(order.orderId);
  const answer = await orderAtProvider({
    ...order,
    note: `${festival.name} ${names[order.feature]}`,
    returnUrl: `${env.SITE_URL.replace(/\/+$/, "")}/payment-success?order_id={order_id}`,
    notifyUrl: `${env.CONVEX_SITE_URL}/api/payments/webhook`,
  });
  // Refused because it is there already: a try of ours arrived although its answer was lost.
  return answer.kind === "refused" ? await getOrder(order.orderId) : answer;
}

type Standing = { status: string; feature: Feature; cause: string | null };

function outcome({ status, feature, cause }: Standing, heard: Heard | null): Infer<typeof verification> {
  if (status === "paid") return { verified: true, pending: false, feature, message: thanks[feature] };
  const unverified = { verified: false, pending: false, feature };
  if (heard !== null && heard.word.kind !== "paid") {
    return { ...unverified, pending: heard.pending, message: heard.message || "Payment is being processed." };
  }
  if (status === "refunded") return { ...unverified, message: "This payment was refunded." };
  if (status === "refunding") return { ...unverified, message: "This payment is being refunded." };
  if (cause !== "twice") return { ...unverified, message: UNVERIFIED };
  return { ...unverified, message: `You already have ${names[feature]}. This payment will be refunded.` };
}

function said(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" } });
}
