/**
 * Writes orders, and their totals per day, product and state in the same transaction. So the totals are exact, and nothing is scanned. No
 * other module writes an order. An order counts towards the day it was made, whatever happens later.
 */
import type { WithoutSystemFields } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { dateAt } from "../../shared/festival";
import { products, features } from "../../shared/prices";
import { calendarOf, editionStart } from "../festival/festival";
import { count, isCounted } from "../numbers/numbers";
import type { Order } from "./rows";
import { sumOfStates, type OrderStates } from "../../shared/orderSums";
import type { listedDays, productTotals } from "../../validators/money";
import { recordOf } from "../../shared/records";

type Fields = WithoutSystemFields<Doc<"orders">>;
type Change = { [Name in keyof Fields]?: Fields[Name] | undefined };

type Products = Infer<typeof productTotals>;

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

/** Removes the buyer from an order, and the provider's page that shows their data. */
export async function forgetBuyer(ctx: MutationCtx, order: Pick<Order, "_id">): Promise<void> {
  await patchOrder(ctx, order, { userId: undefined, sessionId: undefined });
}

/** Returns the totals of this festival's orders. */
export async function totalsOf(ctx: QueryCtx): Promise<Products> {
  return await productTotalsOn(ctx, overallKey(await editionStart(ctx)));
}

/** Returns the latest days with orders, newest first, at most `limit`. */
export async function listDays(ctx: QueryCtx, limit: number): Promise<Infer<typeof listedDays>> {
  const days: Infer<typeof listedDays>["days"] = [];
  const start = await editionStart(ctx);
  const firstDay = start === 0 ? "" : dateAt((await calendarOf(ctx)).timeZone, start);
  let day = await dayBefore(ctx, ALL, firstDay);
  while (day !== null && days.length < Math.min(limit, MAX_DAYS)) {
    days.push({ day, products: await productTotalsOn(ctx, day) });
    day = await dayBefore(ctx, day, firstDay);
  }
  return { days, hasMore: day !== null };
}

/** Returns an order's value in paise: the received amount, if it differs. */
function amountOf({ amount, received }: Pick<Order, "amount" | "received">): number {
  if (received === undefined) return amount;
  return received.currency === "INR" ? received.amount : 0;
}

/** Sorts after every date. */
const ALL = "all";
/** Shards per day and product. At thirty orders a second, two rarely write the same shard at the same time. */
const SHARDS = 32;
/** More days than a festival sells on. Each costs 65 documents at most. */
const MAX_DAYS = 366;

async function rowOf(ctx: MutationCtx, id: Id<"orders">): Promise<Order> {
  const row = await ctx.db.get("orders", id);
  if (row === null) throw new Error("The order to update no longer exists");
  return row;
}

/** Counts a payment or refund in the hour when its status arrives. */
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

/** Counts an order's new state in place of the old. `before` null: it is new. */
async function countOrder(ctx: MutationCtx, before: Order | null, after: Order): Promise<void> {
  const isSame = before !== null && before.status === after.status && amountOf(before) === amountOf(after);
  if (isSame || after.isDemo) return;
  for (const day of [after.day, overallKey(after.edition)]) {
    const row = await totalsRow(ctx, day, after);
    const states = withOrder(withOrder(row?.states ?? sumOfStates([]), before, -1), after, 1);
    if (row !== null) await ctx.db.patch("orderTotals", row._id, { states });
    else await ctx.db.insert("orderTotals", { day, feature: after.feature, shard: shardOf(after), states });
  }
}

/** Returns the key of a festival's overall totals. `edition`: when its figures begin; 0 or absent for the first festival. */
function overallKey(edition = 0): string {
  return edition === 0 ? ALL : `${ALL} ${edition}`;
}

async function productTotalsOn(ctx: QueryCtx, day: string): Promise<Products> {
  const rows = await ctx.db
    .query("orderTotals")
    .withIndex("by_day_and_feature_and_shard", (q) => q.eq("day", day))
    .take(features.length * SHARDS);
  return recordOf(features, (feature) =>
    sumOfStates(rows.filter((row) => row.feature === feature).map(({ states }) => states)),
  );
}

async function dayBefore(ctx: QueryCtx, day: string, firstDay: string): Promise<string | null> {
  const rows = ctx.db
    .query("orderTotals")
    .withIndex("by_day_and_feature_and_shard", (q) => q.gte("day", firstDay).lt("day", day));
  return (await rows.order("desc").first())?.day ?? null;
}

async function totalsRow(ctx: QueryCtx, day: string, order: Order): Promise<Doc<"orderTotals"> | null> {
  return await ctx.db
    .query("orderTotals")
    .withIndex("by_day_and_feature_and_shard", (q) =>
      q.eq("day", day).eq("feature", order.feature).eq("shard", shardOf(order)),
    )
    .unique();
}

/** An order always counts in the same shard, as long as the number of shards stays the same. */
function shardOf({ orderId }: Order): number {
  return (orderId.codePointAt(orderId.length - 1) ?? 0) % SHARDS;
}

function withOrder(states: OrderStates, order: Order | null, sign: 1 | -1): OrderStates {
  if (order === null) return states;
  const { orders, amount } = states[order.status];
  return { ...states, [order.status]: { orders: orders + sign, amount: amount + sign * amountOf(order) } };
}
