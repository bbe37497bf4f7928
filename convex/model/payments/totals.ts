/**
 * How many orders there are of each day, product and state, and what they come to. They are counted whenever an order is written
 * (`payments/writing.ts`), so nothing is scanned. An order counts on the day on which it was made, whatever becomes of it later.
 */
import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { dateAt } from "../../shared/festival";
import { sumOfStates, type OrderStates } from "../../shared/orderSums";
import type { Feature } from "../../shared/prices";
import type { listedDays, productTotals } from "../../validators/money";
import { editionStart, calendarOf } from "../festival/festival";
import type { Order } from "./rows";

type Products = Infer<typeof productTotals>;

/** Counts an order as it is now, instead of as it was. `before` null: it is new. */
export async function countOrder(ctx: MutationCtx, before: Order | null, after: Order): Promise<void> {
  const isSame = before !== null && before.status === after.status && amountOf(before) === amountOf(after);
  if (isSame || after.isDemo) return;
  for (const day of [after.day, allOf(after.edition)]) {
    const row = await rowOf(ctx, day, after);
    const states = added(added(row?.states ?? sumOfStates([]), before, -1), after, 1);
    if (row !== null) await ctx.db.patch("orderTotals", row._id, { states });
    else await ctx.db.insert("orderTotals", { day, feature: after.feature, shard: shardOf(after), states });
  }
}

/** Of all orders of this festival. */
export async function totalsOf(ctx: QueryCtx): Promise<Products> {
  return await productsOn(ctx, allOf(await editionStart(ctx)));
}

/** The latest days of this festival on which orders were made, at most so many, the latest first. */
export async function listDays(ctx: QueryCtx, most: number): Promise<Infer<typeof listedDays>> {
  const days: Infer<typeof listedDays>["days"] = [];
  const start = await editionStart(ctx);
  const first = start === 0 ? "" : dateAt((await calendarOf(ctx)).timeZone, start);
  let day = await dayBefore(ctx, ALL, first);
  while (day !== null && days.length < Math.min(most, DAYS)) {
    days.push({ day, products: await productsOn(ctx, day) });
    day = await dayBefore(ctx, day, first);
  }
  return { days, hasMore: day !== null };
}

/** What an order comes to, in minor units of rupees: what was paid, where that differs. */
export function amountOf({ amount, received }: Pick<Order, "amount" | "received">): number {
  if (received === undefined) return amount;
  return received.currency === "INR" ? received.amount : 0;
}

/** Sorts behind every date. */
const ALL = "all";
/** Over how many rows the orders of a day and product are spread: of thirty in a second hardly two write the same one at once. */
const SHARDS = 32;
/** More than a festival sells on. Each costs 65 documents at most. */
const DAYS = 366;

/** Under what the orders of a festival are counted together. `edition`: when its figures begin; 0 or absent for the first one. */
function allOf(edition = 0): string {
  return edition === 0 ? ALL : `${ALL} ${edition}`;
}

async function productsOn(ctx: QueryCtx, day: string): Promise<Products> {
  const rows = await ctx.db
    .query("orderTotals")
    .withIndex("by_day_and_feature_and_shard", (q) => q.eq("day", day))
    .take(2 * SHARDS);
  const of = (feature: Feature) =>
    sumOfStates(rows.filter((row) => row.feature === feature).map(({ states }) => states));
  return { unlimited_swipes: of("unlimited_swipes"), vip_boost: of("vip_boost") };
}

async function dayBefore(ctx: QueryCtx, day: string, first: string): Promise<string | null> {
  const rows = ctx.db
    .query("orderTotals")
    .withIndex("by_day_and_feature_and_shard", (q) => q.gte("day", first).lt("day", day));
  return (await rows.order("desc").first())?.day ?? null;
}

async function rowOf(ctx: QueryCtx, day: string, order: Order): Promise<Doc<"orderTotals"> | null> {
  return await ctx.db
    .query("orderTotals")
    .withIndex("by_day_and_feature_and_shard", (q) =>
      q.eq("day", day).eq("feature", order.feature).eq("shard", shardOf(order)),
    )
    .unique();
}

/** An order is always counted in the same row, while there are as many. */
function shardOf({ orderId }: Order): number {
  return (orderId.codePointAt(orderId.length - 1) ?? 0) % SHARDS;
}

function added(states: OrderStates, order: Order | null, sign: 1 | -1): OrderStates {
  if (order === null) return states;
  const { orders, amount } = states[order.status];
  return { ...states, [order.status]: { orders: orders + sign, amount: amount + sign * amountOf(order) } };
}
