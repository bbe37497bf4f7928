/**
 * Reads orders, and says when to poll them. After a crash, a closed tab or a lost webhook, only polling brings the status. Each pause is as
 * long as the time so far, so an order costs a handful of calls.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { features } from "../../shared/prices";
import { DAY, HOUR, MINUTE } from "../../shared/durations";

export type Order = Doc<"orders">;

/** Returns the order with this id, which is the same here and at the provider. */
export async function orderBy(ctx: QueryCtx, orderId: string): Promise<Order | null> {
  return await getOneFrom(ctx.db, "orders", "by_orderId", orderId);
}

export async function ordersOf(ctx: QueryCtx, userId: Id<"users">): Promise<Order[]> {
  const orders = ctx.db.query("orders").withIndex("by_userId", (q) => q.eq("userId", userId));
  return await orders.order("desc").take(MAX_ORDERS);
}

/** Returns the features that a user has without an order. */
export async function handGrantsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"handGrants">[]> {
  const grants = ctx.db.query("handGrants").withIndex("by_userId_and_feature", (q) => q.eq("userId", userId));
  return await grants.take(features.length);
}

/** True while an order is unpaid as far as we know. It may already be paid at the provider, and can still be paid. */
export function isUnpaid({ status }: Pick<Order, "status">): boolean {
  return status === "open" || status === "failed";
}

/** Returns when to poll an order next, or undefined once nothing can change. */
export function nextPoll(order: PolledOrder, now: number): number | undefined {
  const { since, first, until } = pollWindow(order);
  // The last poll is at the end, however long its pause would be.
  return now < until ? Math.min(now + Math.max(first, now - since), until) : undefined;
}

/** Returns when to repeat the last poll of an order after a failed one, or undefined two days after the end of its time. */
export function nextLateTry(order: PolledOrder, now: number): number | undefined {
  return now < pollWindow(order).until + 2 * DAY ? now + HOUR : undefined;
}

/** Orders per person. Rate limits keep the recent ones below it. */
const MAX_ORDERS = 100;

type PolledOrder = Pick<Order, "status" | "_creationTime" | "expiresAt" | "paidAt" | "refund">;

function pollWindow(order: PolledOrder) {
  const { status, _creationTime: since, expiresAt = 0, paidAt = 0, refund } = order;
  if (status === "refunded") return { since: 0, first: 0, until: 0 };
  if (status === "refunding") return { since: refund?.since ?? 0, first: 2 * MINUTE, until: Infinity };
  // A payment started before the order expired can still succeed afterwards.
  if (isUnpaid(order)) return { since, first: 2 * MINUTE, until: expiresAt + DAY };
  // The provider may refund on its own, or an organiser on the provider's site.
  return { since: paidAt, first: 60 * MINUTE, until: paidAt + 30 * DAY };
}
