/** Asking the provider: when somebody says that there is news, and when nobody does. */
import { internal } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { isUnpaid, nextAsk, orderBy, type Order } from "./paymentsRows";

/** Has the provider asked about everything that is due. Bounded, because the provider counts calls. */
export async function askDue(ctx: MutationCtx): Promise<void> {
  const due = ctx.db.query("orders").withIndex("by_dueAt", (q) => q.gt("dueAt", 0).lte("dueAt", Date.now()));
  for (const { orderId } of await due.take(EACH_RUN)) await ask(ctx, orderId);
}

/** Somebody says that there is news of an order: has the provider asked at once, where its answer could change anything. */
export async function askSoon(ctx: MutationCtx, orderId: string, about: "payment" | "refund"): Promise<void> {
  const order = await orderBy(ctx, orderId);
  if (order === null || order.status === "refunded" || (about === "payment" && !isUnpaid(order))) return;
  await ctx.db.patch("orders", order._id, { dueAt: Date.now() });
  await ask(ctx, orderId);
}

/**
 * Starts asking about an order that is due: from here on the next time is later, whatever becomes of this one. So many who
 * bring the same news cost one question, and news that comes after it another.
 */
export async function startAsking(ctx: MutationCtx, orderId: string): Promise<Order | null> {
  const [order, now] = [await orderBy(ctx, orderId), Date.now()];
  if (order?.dueAt === undefined || order.dueAt > now) return null;
  await ctx.db.patch("orders", order._id, { dueAt: nextAsk(order, now) });
  return order;
}

/** A run a minute: far below what the provider allows in one. */
const EACH_RUN = 20;

async function ask(ctx: MutationCtx, orderId: string): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.paymentsPolling.ask, { orderId });
}
