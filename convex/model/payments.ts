/**
 * Orders and what they grant. The provider's word is the only thing that moves an order, whoever brought it here: a
 * verification, a webhook or the sweep. A grant comes from the stored order, once, in whatever order and however often
 * that word comes; what cannot be granted waits for a person to refund it.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { prices, type Feature } from "../shared/prices";
import type { ownOrder, providerWord, refundCause } from "../validatorsPayments";
import { changeTier } from "./deck";
import { queueMail } from "./mails";
import { isUnpaid, nextAsk, orderBy, ordersOf, type Order } from "./paymentsRows";
import { profileOf } from "./profiles";

type Word = Infer<typeof providerWord>;

/** Remembers an order at the server's price, bound to its buyer and feature. */
export async function openOrder(ctx: MutationCtx, orderId: string, userId: Id<"users">, feature: Feature) {
  if ((await orderBy(ctx, orderId)) !== null) throw new Error(`Order ${orderId} is there already`);
  await ctx.db.insert("orders", { orderId, userId, feature, ...prices[feature], status: "open" });
}

/** Takes in what the provider says. A word that came late never takes back what a newer one did. */
export async function hearWord(ctx: MutationCtx, orderId: string, word: Word): Promise<Order | null> {
  const order = await orderBy(ctx, orderId);
  if (order === null || !isUnpaid(order)) return order;
  if (word.kind === "gone") {
    await ctx.db.patch("orders", order._id, { status: "failed", expiresAt: order._creationTime });
  } else if (word.kind === "unpaid") {
    await ctx.db.patch("orders", order._id, { status: word.failed ? "failed" : "open" });
  } else if (word.orderId !== orderId || word.amount !== order.amount || word.currency !== order.currency) {
    const { amount, currency } = word;
    await settle(ctx, order, { cause: "mismatch", received: { amount, currency } });
  } else {
    await settle(ctx, order, {});
  }
  return await ctx.db.get("orders", order._id);
}

/** Settles an order from inside, as the provider's word does. For demo people, whose orders the provider never saw. */
export async function settleOrder(ctx: MutationCtx, orderId: string): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null) throw new Error(`There is no order ${orderId}`);
  await hearWord(ctx, orderId, { kind: "paid", orderId, amount: order.amount, currency: order.currency });
}

/**
 * Takes back what a paid order granted, before its money goes. Whoever paid for the same twice keeps it by the other
 * order, which then needs no refund.
 */
export async function takeBack(ctx: MutationCtx, order: Order): Promise<void> {
  const profile = order.userId && (await profileOf(ctx, order.userId));
  if (order.status !== "paid" || !profile) return;
  const other = (await ordersOf(ctx, profile.userId)).find(
    ({ feature, status, cause }) => feature === order.feature && status === "refundDue" && cause === "twice",
  );
  if (other) await ctx.db.patch("orders", other._id, { status: "paid", cause: undefined });
  await setGrant(ctx, profile, order.feature, other?.paidAt);
}

/** The buyer's own order, as they follow it. */
export async function seeOrder(ctx: QueryCtx, userId: Id<"users">, orderId: string) {
  const order = await orderBy(ctx, orderId);
  if (order === null || order.userId !== userId) return null;
  const status: Infer<typeof ownOrder>["status"] = order.status === "refunding" ? "refundDue" : order.status;
  return { status, feature: order.feature };
}

/** Whether somebody has already what they would buy. */
export function has(profile: Doc<"profiles">, feature: Feature): boolean {
  return profile[fields[feature]] !== undefined;
}

const fields = { unlimited_swipes: "premiumPurchasedAt", vip_boost: "vipPurchasedAt" } as const;

type Trouble = { cause?: Infer<typeof refundCause>; received?: { amount: number; currency: string } };

async function settle(ctx: MutationCtx, order: Order, trouble: Trouble): Promise<void> {
  const paidAt = Date.now();
  const profile = order.userId ? await profileOf(ctx, order.userId) : null;
  const cause = trouble.cause ?? (profile === null ? "gone" : has(profile, order.feature) ? "twice" : undefined);
  const status = cause === undefined ? "paid" : "refundDue";
  const dueAt = firstLookAt({ ...order, status, paidAt });
  await ctx.db.patch("orders", order._id, { ...trouble, status, cause, paidAt, dueAt });
  if (cause !== undefined || profile === null) return;
  await setGrant(ctx, profile, order.feature, paidAt);
  const { feature, amount, currency, orderId } = order;
  await queueMail(ctx, { kind: "receipt", userId: profile.userId, feature, amount, currency, orderId, paidAt });
}

/** Money may have gone back already where we hear late. An order that the provider never saw is never asked about. */
function firstLookAt(order: Order & { paidAt: number }): number | undefined {
  if (order.expiresAt === undefined) return undefined;
  return order.paidAt > order.expiresAt ? order.paidAt : nextAsk(order, order.paidAt);
}

/** Gold or VIP from now on or no longer, with the place in the decks that goes with it. */
async function setGrant(ctx: MutationCtx, profile: Doc<"profiles">, feature: Feature, at: number | undefined) {
  const granted = { [fields[feature]]: at };
  await ctx.db.patch("profiles", profile._id, granted);
  await changeTier(ctx, { ...profile, ...granted });
}
