/**
 * Orders and what they grant. Only the provider's status changes an order, whether a verification, a webhook or polling
 * fetched it. What is granted is taken from the stored order, and once, however often and in whatever order the status
 * arrives. What cannot be granted waits until a moderator refunds it.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { prices, type Feature } from "../../shared/prices";
import type { providerStatus, refundCause } from "../../validators/payments";
import { refreshEntries } from "../deck/deck";
import { knownOrderStatus } from "../rows/knownStatus";
import { queueMail } from "../mails/mails";
import { count } from "../numbers/numbers";
import { handGrantOf, isUnpaid, nextPoll, orderBy, ordersOf, type Order } from "./rows";
import { insertOrder, patchOrder } from "./writing";
import { patchProfile, profileOf } from "../rows/profiles";

/** Stores an open order at the server's price. */
export async function openOrder(ctx: MutationCtx, orderId: string, userId: Id<"users">, feature: Feature) {
  if ((await orderBy(ctx, orderId)) !== null) throw new Error(`Order ${orderId} is there already`);
  await insertOrder(ctx, { orderId, userId, feature, ...prices[feature], status: "open" });
}

/** Applies the provider's status to an unpaid order. One that arrives late never undoes a payment. */
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
 * Revokes what a paid order granted, before the money is sent back. Somebody who paid for the same feature twice keeps it
 * by the other order, which then needs no refund.
 */
export async function revokeGrant(ctx: MutationCtx, order: Order): Promise<void> {
  const profile = order.userId && (await profileOf(ctx, order.userId));
  if (order.status === "paid" && profile) await endGrant(ctx, profile, order.feature);
}

/** Ends what somebody has of a feature, unless they paid for it as well or once more: then that order grants it. */
export async function endGrant(ctx: MutationCtx, profile: Doc<"profiles">, feature: Feature): Promise<void> {
  const other = (await ordersOf(ctx, profile.userId)).find(
    (order) => order.feature === feature && order.status === "refundDue" && order.cause === "twice",
  );
  if (other) await patchOrder(ctx, other, { status: "paid", cause: undefined });
  await setGrant(ctx, profile, feature, other?.paidAt);
}

/** What somebody has by their orders and by hand, for a first profile after one that was rejected. */
export async function grantsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Grants> {
  const paid = (await ordersOf(ctx, userId)).filter(({ status }) => status === "paid");
  const since = async (feature: Feature) =>
    paid.find((order) => order.feature === feature)?.paidAt ?? (await handGrantOf(ctx, userId, feature))?._creationTime;
  return { premiumPurchasedAt: await since("unlimited_swipes"), vipPurchasedAt: await since("vip_boost") };
}

/** An order as its buyer sees it; null for anybody else. */
export async function seeOrder(ctx: QueryCtx, userId: Id<"users">, orderId: string) {
  const order = await orderBy(ctx, orderId);
  if (order === null || order.userId !== userId) return null;
  return { status: knownOrderStatus(order), feature: order.feature };
}

/** Whether a member already has a feature. */
export function hasFeature(profile: Doc<"profiles">, feature: Feature): boolean {
  return profile[fields[feature]] !== undefined;
}

type Grants = Pick<Doc<"profiles">, "premiumPurchasedAt" | "vipPurchasedAt">;

/** The field of a profile that says since when somebody has a feature. */
export const fields = { unlimited_swipes: "premiumPurchasedAt", vip_boost: "vipPurchasedAt" } as const;

/** Why an order that was paid grants nothing, where the payment itself shows it. */
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

/** A payment that we learn of late may be refunded already. An order that the provider never saw is never polled. */
function firstPollAt(order: Order & { paidAt: number }): number | undefined {
  if (order.expiresAt === undefined) return undefined;
  return order.paidAt > order.expiresAt ? order.paidAt : nextPoll(order, order.paidAt);
}

/** Grants a feature, or revokes it, and moves the member to the partitions of their tier. */
export async function setGrant(ctx: MutationCtx, profile: Doc<"profiles">, feature: Feature, at: number | undefined) {
  await refreshEntries(ctx, await patchProfile(ctx, profile, { [fields[feature]]: at }));
}
