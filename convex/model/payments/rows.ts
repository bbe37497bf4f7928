/**
 * Reading orders, and when an order is polled: after a crash, a closed tab or a lost webhook nothing else brings its status.
 * Each pause is as long as the time so far, so an order costs a handful of calls however long it is followed.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

export type Order = Doc<"orders">;

/** The order with this order id, which is the same here and at the provider. */
export async function orderBy(ctx: QueryCtx, orderId: string): Promise<Order | null> {
  return await ctx.db
    .query("orders")
    .withIndex("by_orderId", (q) => q.eq("orderId", orderId))
    .unique();
}

/** The latest orders of somebody, newest first. */
export async function ordersOf(ctx: QueryCtx, userId: Id<"users">): Promise<Order[]> {
  const orders = ctx.db.query("orders").withIndex("by_userId", (q) => q.eq("userId", userId));
  return await orders.order("desc").take(MOST);
}

/** What an organiser gave somebody by hand of a feature; null: nothing. */
export async function handGrantOf(
  ctx: QueryCtx,
  userId: Id<"users">,
  feature: Order["feature"],
): Promise<Doc<"handGrants"> | null> {
  return await ctx.db
    .query("handGrants")
    .withIndex("by_userId_and_feature", (q) => q.eq("userId", userId).eq("feature", feature))
    .unique();
}

/** Whether an order is unpaid as far as we know. It may be paid at the provider already, and it can still be paid. */
export function isUnpaid({ status }: Pick<Order, "status">): boolean {
  return status === "open" || status === "failed";
}

/** When to poll an order next; undefined once nothing can change any more. */
export function nextPoll(order: Followed, now: number): number | undefined {
  const { since, first, until } = following(order);
  const next = now + Math.max(first, now - since);
  return next <= until ? next : undefined;
}

/** Orders of one person. Rate limits keep the number of recent ones below it. */
const MOST = 100;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Followed = Pick<Order, "status" | "_creationTime" | "expiresAt" | "paidAt" | "refund">;

function following(order: Followed) {
  const { status, _creationTime: since, expiresAt = 0, paidAt = 0, refund } = order;
  if (status === "refunded") return { since: 0, first: 0, until: 0 };
  if (status === "refunding") return { since: refund?.since ?? 0, first: 2 * MINUTE, until: Infinity };
  // A payment that was begun before the order expired can still succeed after it.
  if (isUnpaid(order)) return { since, first: 2 * MINUTE, until: expiresAt + DAY };
  // The provider may refund by itself, or an organiser may on the provider's own pages.
  return { since: paidAt, first: 60 * MINUTE, until: paidAt + 30 * DAY };
}
