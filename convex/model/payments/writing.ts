/**
 * The only module that writes orders, except that the erasing removes their buyer. Totals are counted in the same transaction, so they are
 * always exact.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { dateAt } from "../../shared/festival";
import { products } from "../../shared/prices";
import { calendarOf, editionStart } from "../festival/festival";
import { count, isCounted } from "../numbers/numbers";
import type { Order } from "./rows";
import { amountOf, countOrder } from "./totals";

type Fields = WithoutSystemFields<Doc<"orders">>;
type Change = { [Name in keyof Fields]?: Fields[Name] | undefined };

/** Stores a new order. */
export async function insertOrder(ctx: MutationCtx, order: Omit<Fields, "day" | "edition" | "isDemo">): Promise<Order> {
  const day = dateAt((await calendarOf(ctx)).timeZone, Date.now());
  const edition = await editionStart(ctx);
  const user = order.userId === undefined ? undefined : await ctx.db.get("users", order.userId);
  const isDemo = user === null || (user !== undefined && !isCounted(user));
  const fields = { ...order, day, ...(edition > 0 && { edition }), ...(isDemo && { isDemo: true as const }) };
  const row = await rowOf(ctx, await ctx.db.insert("orders", fields));
  await countOrder(ctx, null, row);
  return row;
}

/** Changes an order. Undefined fields are removed. */
export async function patchOrder(ctx: MutationCtx, { _id }: Pick<Order, "_id">, change: Change): Promise<Order> {
  const before = await rowOf(ctx, _id);
  await ctx.db.patch("orders", _id, change);
  const after = await rowOf(ctx, _id);
  await countOrder(ctx, before, after);
  await countMoney(ctx, before, after);
  return after;
}

/** Counts a payment or refund in the hour we learn of it. */
async function countMoney(ctx: MutationCtx, before: Order, after: Order): Promise<void> {
  if (after.isDemo) return;
  const amount = amountOf(after);
  if (before.paidAt === undefined && after.paidAt !== undefined) {
    const { key } = products[after.feature];
    await count(ctx, { [`${key}Sold`]: 1, [`${key}Amount`]: amount });
  }
  if (before.status !== "refunded" && after.status === "refunded") {
    await count(ctx, { refunds: 1, refundedAmount: amount });
  }
}

async function rowOf(ctx: MutationCtx, id: Id<"orders">): Promise<Order> {
  const row = await ctx.db.get("orders", id);
  if (row === null) throw new Error("An order that is being written is gone");
  return row;
}
