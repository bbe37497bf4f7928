/** Polling the provider: after a webhook, and when an order is due. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { dueOrder } from "../../validators/payments";
import { isUnpaid, nextLateTry, nextPoll, orderBy } from "./rows";
import { patchOrder } from "./writing";

export async function hasDueOrder(ctx: QueryCtx): Promise<boolean> {
  return (await dueOrders(ctx).first()) !== null;
}

/** Polls due orders, a limited number because the provider limits calls. */
export async function pollDue(ctx: MutationCtx): Promise<void> {
  for (const { orderId } of await dueOrders(ctx).take(ORDERS_PER_RUN)) await schedulePoll(ctx, orderId);
}

/** Polls an order at once, after a webhook about it, unless the result could change nothing. */
export async function pollNow(ctx: MutationCtx, orderId: string, about: "payment" | "refund"): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null || order.status === "refunded" || (about === "payment" && !isUnpaid(order))) return;
  const now = Date.now();
  // Refunded before we knew of the payment. Its checkout is over, so the refund is polled right after the payment.
  const isOver = about === "refund" && isUnpaid(order) && (order.expiresAt ?? 0) >= now;
  await patchOrder(ctx, order, { dueAt: now, ...(isOver && { expiresAt: now - 1 }) });
  await schedulePoll(ctx, orderId);
}

/**
 * Starts polling a due order, and sets when it is due next, whatever the result. So simultaneous webhooks cost one call together, and a
 * later one costs another. Null: it is not due.
 */
export async function startPoll(ctx: MutationCtx, orderId: string): Promise<Infer<typeof dueOrder> | null> {
  const order = await orderBy(ctx, orderId);
  const now = Date.now();
  if (order?.dueAt === undefined || order.dueAt > now) return null;
  await patchOrder(ctx, order, { dueAt: nextPoll(order, now) });
  const amount = order.received?.amount ?? order.amount;
  const refund = order.status === "refunding" && order.refund ? { orderId, id: order.refund.id, amount } : null;
  return { isUnpaid: isUnpaid(order), amount, refund };
}

/** Schedules another try after a failed poll, if it was the last one. */
export async function retryLastPoll(ctx: MutationCtx, orderId: string): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null || order.dueAt !== undefined) return;
  await patchOrder(ctx, order, { dueAt: nextLateTry(order, Date.now()) });
}

/** Orders per run. At one run a minute, far below the provider's limit. */
const ORDERS_PER_RUN = 20;

function dueOrders({ db }: QueryCtx) {
  return db.query("orders").withIndex("by_dueAt", (q) => q.gt("dueAt", 0).lte("dueAt", Date.now()));
}

async function schedulePoll(ctx: MutationCtx, orderId: string): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.payments.poll, { orderId });
}
