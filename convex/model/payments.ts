/** Orders and what they grant. The grant comes from the stored order alone, once, however often it is settled. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { prices, type Feature } from "../shared/prices";
import { changeLane } from "./deck";

/** Remembers an order at the server's price, bound to its buyer and feature. */
export async function openOrder(ctx: MutationCtx, orderId: string, userId: Id<"users">, feature: Feature) {
  if ((await orderBy(ctx, orderId)) !== null) throw new Error(`Order ${orderId} is there already`);
  await ctx.db.insert("orders", { orderId, userId, feature, ...prices[feature], status: "open" });
}

/** Settles an order that the provider says is paid. Paid twice, or by somebody gone: a person must refund it. */
export async function settleOrder(ctx: MutationCtx, orderId: string): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null) throw new Error(`There is no order ${orderId}`);
  if (order.status !== "open" && order.status !== "failed") return;
  const paidAt = Date.now();
  const granted = await grant(ctx, order, paidAt);
  await ctx.db.patch("orders", order._id, { status: granted ? "paid" : "refundDue", paidAt });
}

/** Gold or VIP from now on, with the place in the decks that goes with it; false when there is nothing to grant. */
async function grant(ctx: MutationCtx, { userId, feature }: Doc<"orders">, paidAt: number): Promise<boolean> {
  const profile = userId && (await profileOf(ctx, userId));
  if (!profile) return false;
  const field = feature === "unlimited_swipes" ? "premiumPurchasedAt" : "vipPurchasedAt";
  if (profile[field] !== undefined) return false;
  const granted = { [field]: paidAt };
  await ctx.db.patch("profiles", profile._id, granted);
  await changeLane(ctx, { ...profile, ...granted });
  return true;
}

async function orderBy(ctx: QueryCtx, orderId: string) {
  return await ctx.db
    .query("orders")
    .withIndex("by_orderId", (q) => q.eq("orderId", orderId))
    .unique();
}

async function profileOf(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("profiles")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
