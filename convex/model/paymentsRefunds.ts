/** Money that has to go back. A moderator decides it, or the provider does by itself; the grant goes before the money. */
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import type { refundRow, refundWord, startedRefund } from "../validatorsPayments";
import { takeBack } from "./payments";
import { nextAsk, orderBy, type Order } from "./paymentsRows";
import { profileOf } from "./profiles";

type Row = Infer<typeof refundRow>;

/** What waits for a refund, oldest first, what is on its way, and the latest that were done. */
export async function listRefunds(ctx: QueryCtx): Promise<Row[]> {
  const orders = (status: Row["status"]) =>
    ctx.db.query("orders").withIndex("by_status", (q) => q.eq("status", status));
  const rows = [
    ...(await orders("refundDue").take(SHOWN)),
    ...(await orders("refunding").take(SHOWN)),
    ...(await orders("refunded").order("desc").take(SHOWN_DONE)),
  ];
  return await Promise.all(rows.map((order) => asSeen(ctx, order)));
}

/**
 * Decides that an order's money goes back: one that waits for it, or any paid one. Written down before the provider is
 * told, so that it is told in the end. Again for one under way: it is told once more, which is one refund.
 */
export async function startRefund(ctx: MutationCtx, moderator: Id<"users">, orderId: string) {
  const order = await orderBy(ctx, orderId);
  if (order === null) fail("NOT_FOUND", "There is no such order.");
  if (order.status === "refunding") return started(order);
  if (order.status !== "refundDue" && order.status !== "paid") {
    fail("ALREADY_DECIDED", order.status === "refunded" ? "This order is refunded." : "This order is not paid.");
  }
  await takeBack(ctx, order);
  const since = Date.now();
  const refund = { id: refundId(order), since, by: moderator };
  const now = { ...order, status: "refunding" as const, refund };
  await ctx.db.patch("orders", order._id, { status: now.status, refund, dueAt: nextAsk(now, since) });
  return started(now);
}

/** Takes in what the provider says about the money of an order. What was returned stays returned. */
export async function hearRefund(ctx: MutationCtx, orderId: string, id: string | null, word: Infer<typeof refundWord>) {
  const order = await orderBy(ctx, orderId);
  if (order === null || (order.status !== "paid" && order.status !== "refundDue" && order.status !== "refunding"))
    return;
  if (word === "done") {
    await takeBack(ctx, order);
    await ctx.db.patch("orders", order._id, { status: "refunded", dueAt: undefined });
  } else if (word === "refused" && order.status === "refunding" && order.refund?.id === id) {
    await ctx.db.patch("orders", order._id, { status: "refundDue", cause: "refundFailed" });
  }
}

/** Each kind in the list. */
const SHOWN = 50;
const SHOWN_DONE = 20;

async function asSeen(ctx: QueryCtx, order: Order): Promise<Row> {
  const { orderId, feature, amount, currency, received, paidAt = null, cause = null, userId } = order;
  const profile = userId ? await profileOf(ctx, userId) : null;
  const status = order.status === "refunding" || order.status === "refunded" ? order.status : "refundDue";
  const name = profile?.name ?? null;
  return { orderId, feature, amount, currency, ...received, paidAt, name, status, cause };
}

function started({ orderId, amount, received, refund }: Order): Infer<typeof startedRefund> {
  return { orderId, id: refund?.id ?? "", amount: received?.amount ?? amount };
}

/** Letters and digits, forty at most. One that the provider refused needs another. */
function refundId({ orderId, refund }: Order): string {
  const before = /x(\d+)$/.exec(refund?.id ?? "")?.[1] ?? "0";
  return `refund${orderId.replace(/^order_|[^a-zA-Z0-9]/g, "").slice(0, 28)}x${Number(before) + 1}`;
}
