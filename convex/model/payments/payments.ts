/**
 * Orders and their grants. Only the provider's status changes an order, fetched by verification, webhook or polling. The grant comes from
 * the stored order, exactly once, however often and in whatever order statuses arrive. A payment that cannot be granted waits for a
 * moderator's refund.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { perField, products, type Feature, type Grants } from "../../shared/prices";
import type { providerStatus, refundCause } from "../../validators/payments";
import { refreshEntries } from "../deck/deck";
import { knownOrderStatus } from "../rows/knownStatus";
import { queueMail } from "../mails/mails";
import { count } from "../numbers/numbers";
import { handGrantsOf, isUnpaid, nextPoll, orderBy, ordersOf, type Order } from "./rows";
import { insertOrder, patchOrder } from "./writing";
import { patchProfile, profileOf } from "../rows/profiles";

export async function openOrder(ctx: MutationCtx, orderId: string, userId: Id<"users">, feature: Feature) {
  if ((await orderBy(ctx, orderId)) !== null) throw new Error(`Order ${orderId} already exists`);
  await insertOrder(ctx, { orderId, userId, feature, ...products[feature].price, status: "open" });
}

/** Applies the provider's status to an unpaid order. A late status never undoes a payment. */
export async function applyProviderStatus(
  ctx: MutationCtx,
  orderId: string,
  status: Infer<typeof providerStatus>,
): Promise<Order | null> {
  const order = await orderBy(ctx, orderId);
  await count(ctx, { paymentsAnswered: 1 });
  if (order === null || !isUnpaid(order)) return order;
  if (status.kind === "gone") {
    await patchOrder(ctx, order, { status: "failed", expiresAt: order._creationTime });
  } else if (status.kind === "unpaid") {
    await patchOrder(ctx, order, { status: status.failed ? "failed" : "open" });
  } else if (status.orderId !== orderId || status.amount !== order.amount || status.currency !== order.currency) {
    const { amount, currency } = status;
    await markPaid(ctx, order, { cause: "mismatch", received: { amount, currency } });
  } else {
    await markPaid(ctx, order, {});
  }
  return await ctx.db.get("orders", order._id);
}

/** Marks an order as paid without asking the provider. For demo people, whose orders the provider never saw. */
export async function settleOrder(ctx: MutationCtx, orderId: string): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null) throw new Error(`There is no order ${orderId}`);
  await applyProviderStatus(ctx, orderId, { kind: "paid", orderId, amount: order.amount, currency: order.currency });
}

/**
 * Revokes a paid order's grant, before the money is sent back. A member who paid twice keeps the feature through the other order. That one
 * then needs no refund.
 */
export async function revokeGrant(ctx: MutationCtx, order: Order): Promise<void> {
  const profile = order.userId && (await profileOf(ctx, order.userId));
  if (order.status === "paid" && profile) await endGrant(ctx, profile, order.feature);
}

/** Ends a member's feature, unless another paid order still covers it: then that order grants it. */
export async function endGrant(ctx: MutationCtx, profile: Doc<"profiles">, feature: Feature): Promise<void> {
  const other = (await ordersOf(ctx, profile.userId)).find(
    (order) => order.feature === feature && order.status === "refundDue" && order.cause === "twice",
  );
  if (other) await patchOrder(ctx, other, { status: "paid", cause: undefined });
  await setGrant(ctx, profile, feature, other?.paidAt);
}

/** Returns what a user has by orders and by hand, for a first profile after a rejected one. */
export async function grantsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Grants> {
  const paidOrders = (await ordersOf(ctx, userId)).filter(({ status }) => status === "paid");
  const handGrants = await handGrantsOf(ctx, userId);
  return perField("since", (feature) => {
    const order = paidOrders.find((order) => order.feature === feature);
    return order?.paidAt ?? handGrants.find((row) => row.feature === feature)?._creationTime;
  });
}

/** Returns an order as its buyer sees it, or null for anybody else. */
export async function readOrder(ctx: QueryCtx, userId: Id<"users">, orderId: string) {
  const order = await orderBy(ctx, orderId);
  if (order === null || order.userId !== userId) return null;
  return { status: knownOrderStatus(order), feature: order.feature };
}

export function hasFeature(profile: Doc<"profiles">, feature: Feature): boolean {
  return profile[products[feature].since] !== undefined;
}

/** A reason, visible in the payment itself, why a paid order grants nothing. */
type PaymentProblem = { cause?: Infer<typeof refundCause>; received?: { amount: number; currency: string } };

async function markPaid(ctx: MutationCtx, order: Order, problem: PaymentProblem): Promise<void> {
  const paidAt = Date.now();
  const profile = order.userId ? await profileOf(ctx, order.userId) : null;
  const cause = problem.cause ?? (profile === null ? "gone" : hasFeature(profile, order.feature) ? "twice" : undefined);
  const status = cause === undefined ? "paid" : "refundDue";
  const dueAt = firstPollAt({ ...order, status, paidAt });
  await patchOrder(ctx, order, { ...problem, status, cause, paidAt, dueAt });
  if (cause !== undefined || profile === null) return;
  await setGrant(ctx, profile, order.feature, paidAt);
  const { feature, amount, currency, orderId } = order;
  await queueMail(ctx, { kind: "receipt", userId: profile.userId, feature, amount, currency, orderId, paidAt });
}

/** A payment discovered late may already be refunded. An order that the provider never saw is never polled. */
function firstPollAt(order: Order & { paidAt: number }): number | undefined {
  if (order.expiresAt === undefined) return undefined;
  return order.paidAt > order.expiresAt ? order.paidAt : nextPoll(order, order.paidAt);
}

/** Grants or revokes a feature, and moves the member to the partitions of their tier. */
export async function setGrant(
  ctx: MutationCtx,
  profile: Doc<"profiles">,
  feature: Feature,
  since: number | undefined,
) {
  await refreshEntries(ctx, await patchProfile(ctx, profile, { [products[feature].since]: since }));
}
