/** Finds orders by index only: by buyer, number, day or state. Also exports all orders of a span of days. */
import type { PaginationOptions, PaginationResult } from "convex/server";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { dateIn } from "../shared/festivalDefaults";
import type { exportedOrders, listedOrder, orderFilter, ordersPage } from "../validators/money";
import { refundGiven } from "./payments/refunds";
import { ordersOf, type Order } from "./payments/rows";
import { keyMatcher, keyRangeOf, keysOf, LAST_CHARACTER, searchKey } from "./rows/personKeys";
import { profileOf } from "./rows/profiles";

type OrderFilter = Infer<typeof orderFilter>;
type ListedOrder = Infer<typeof listedOrder>;
type OrderPage = PaginationResult<Order>;

/**
 * Returns a page of orders, newest first, or by person for a search. One index selects the orders, and the other conditions are checked on
 * each. So a page may be short or empty without being the last.
 */
export async function listOrders(
  ctx: QueryCtx,
  { search, day, status }: OrderFilter,
  { cursor }: Pick<PaginationOptions, "cursor">,
): Promise<Infer<typeof ordersPage>> {
  const { page, isDone, continueCursor } = await candidates(ctx, { search: search.trim(), day, status }, cursor);
  const rows = page.filter(
    (order) => (day === undefined || order.day === day) && (status === undefined || order.status === status),
  );
  return { page: await Promise.all(rows.map((order) => toListed(ctx, order))), isDone, continueCursor };
}

export async function exportOrders(
  ctx: QueryCtx,
  { from, to }: { from: string; to: string },
  cursor: string | null,
): Promise<Infer<typeof exportedOrders>> {
  const orders = ctx.db.query("orders").withIndex("by_day", (q) => q.gte("day", from).lte("day", to));
  const { page, isDone, continueCursor } = await orders.paginate({ cursor, numItems: EXPORT_PAGE_SIZE });
  return {
    orders: await Promise.all(page.map((order) => toListed(ctx, order))),
    cursor: isDone ? null : continueCursor,
  };
}

export function checkSpan({ from, to }: { from: string; to: string }): void {
  if (dateIn(from) === null || dateIn(to) === null) fail("BAD_INPUT", "Please choose the first and the last day.");
  if (from > to) fail("BAD_INPUT", "The first day is after the last one.");
}

/** Orders read per page, without filters and with filters. */
const PAGE_SIZE = 25;
const FILTERED_PAGE_SIZE = 100;
/** People read per page. Most have no order, and nobody has many. */
const PEOPLE_PER_PAGE = 20;
/** Orders per part of an export. Each costs at most three documents. */
const EXPORT_PAGE_SIZE = 500;

async function candidates(
  ctx: QueryCtx,
  { search, day, status }: OrderFilter,
  cursor: string | null,
): Promise<OrderPage> {
  const isSingle = (search === "" ? 0 : 1) + (day === undefined ? 0 : 1) + (status === undefined ? 0 : 1) < 2;
  const options = { cursor, numItems: isSingle ? PAGE_SIZE : FILTERED_PAGE_SIZE };
  const orders = ctx.db.query("orders");
  // A handle may be all digits: with an @ in front, it is not a number.
  if (/^order_/i.test(search)) {
    const id = search.toLowerCase();
    return await orders
      .withIndex("by_orderId", (q) => q.gte("orderId", id).lt("orderId", `${id}${LAST_CHARACTER}`))
      .paginate(options);
  }
  if (/^\d{4,}$/.test(search)) {
    return await orders
      .withIndex("by_providerId", (q) => q.gte("providerId", search).lt("providerId", `${search}${LAST_CHARACTER}`))
      .paginate(options);
  }
  if (search !== "") return await ordersOfBuyers(ctx, searchKey(search.replace(/^@/, "")), cursor);
  if (day !== undefined) {
    return await orders
      .withIndex("by_day", (q) => q.eq("day", day))
      .order("desc")
      .paginate(options);
  }
  if (status !== undefined) {
    return await orders
      .withIndex("by_status", (q) => q.eq("status", status))
      .order("desc")
      .paginate(options);
  }
  return await orders.order("desc").paginate(options);
}

/** Lists a person with several matching keys only once, at the first. */
async function ordersOfBuyers(ctx: QueryCtx, typed: string, cursor: string | null): Promise<OrderPage> {
  const { lowest, highest } = keyRangeOf(typed);
  const keys = ctx.db.query("personKeys").withIndex("by_key", (q) => q.gte("key", lowest).lt("key", highest));
  const { page, ...rest } = await keys.paginate({ cursor, numItems: PEOPLE_PER_PAGE });
  const orders = await Promise.all(page.map((row) => ordersByKey(ctx, row, typed)));
  return { ...rest, page: orders.flat() };
}

async function ordersByKey(ctx: QueryCtx, { userId, key }: Doc<"personKeys">, typed: string): Promise<Order[]> {
  const orders = await ordersOf(ctx, userId);
  if (orders.length === 0) return [];
  const user = await ctx.db.get("users", userId);
  const first = user && keysOf(user.email, await profileOf(ctx, userId)).find(keyMatcher(typed));
  return first === key ? orders : [];
}

async function toListed(ctx: QueryCtx, order: Order): Promise<ListedOrder> {
  const { orderId, providerId = null, feature, amount, currency, received, status } = order;
  const { cause = null, _creationTime: createdAt, paidAt = null, refundedAt = null, userId, isDemo } = order;
  const given = await refundGiven(ctx, order);
  const buyer = userId ? await buyerOf(ctx, userId) : null;
  const paid = received ?? { amount, currency };
  const state = { status, cause, createdAt, paidAt, given, refundedAt };
  return { orderId, providerId, feature, ...paid, ...state, buyer, ...(isDemo && { isDemo }) };
}

async function buyerOf(ctx: QueryCtx, _id: Id<"users">): Promise<ListedOrder["buyer"]> {
  return { _id, name: (await profileOf(ctx, _id))?.name ?? "" };
}
