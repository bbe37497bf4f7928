/** The totals of orders, for tests: as stored, and as recounted. */
import type { FunctionArgs } from "convex/server";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { listDays, totalsOf } from "../model/payments/writing";
import type { Person } from "./people.testing";
import type { Product } from "./product.testing";

type Asked = Omit<FunctionArgs<typeof api.money.orders>, "paginationOpts" | "search">;
type Sums = Record<string, { orders: number; amount: number }>;

/** Returns the totals of all orders and of each day, without zeros: `day product state` → number and sum. */
export async function totalsIn(t: Product): Promise<Sums> {
  const [all, days] = await t.run(async (ctx) => [await totalsOf(ctx), await listDays(ctx, 100)]);
  const sums: Sums = {};
  for (const { day, products } of [{ day: "all", products: all }, ...days.days]) {
    for (const [product, states] of Object.entries(products)) {
      for (const [state, sum] of Object.entries(states)) {
        if (sum.orders !== 0 || sum.amount !== 0) sums[`${day} ${product} ${state}`] = sum;
      }
    }
  }
  return sums;
}

/** Returns the same, recounted from the orders. Times are in India. */
export function recountOf(orders: Doc<"orders">[]): Sums {
  const sums: Sums = {};
  for (const { _creationTime, feature, status, amount, received = { amount, currency: "INR" } } of orders) {
    const date = new Date(_creationTime + 5.5 * 3_600_000).toISOString().slice(0, 10);
    for (const day of ["all", date]) {
      const sum = (sums[`${day} ${feature} ${status}`] ??= { orders: 0, amount: 0 });
      sum.orders += 1;
      sum.amount += received.currency === "INR" ? received.amount : 0;
    }
  }
  return sums;
}

/** The first page of orders that an organiser finds. */
export async function ordersFound(desk: Person, search: string, asked: Asked = {}, cursor: string | null = null) {
  return await desk.query(api.money.orders, { search, ...asked, paginationOpts: { cursor, numItems: 1 } });
}
