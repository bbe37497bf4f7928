/** Purchases, for tests: a product with a payment provider, and the acts of buyers and of the polling job. */
import type { FunctionArgs } from "convex/server";
import { vi } from "vitest";
import { api, internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { listDays, totalsOf } from "../model/payments/writing";
import { woman } from "./crowd.testing";
import type { Person } from "./people.testing";
import { settled, setupTest, type Product } from "./product.testing";
import { Provider } from "./provider.testing";
import type { Feature } from "../shared/prices";

/** Creates a product with a provider. Warnings about the provider are expected and not printed. */
export function shop(): { t: Product; provider: Provider } {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const t = setupTest();
  return { t, provider: new Provider() };
}

/** Creates a product in which Asha has an open order for Gold. */
export async function ordered() {
  const { t, provider } = shop();
  const asha = await woman(t, "Asha");
  return { t, provider, asha, ...(await orders(asha)) };
}

/** Asks for an order, as the page does before it opens the checkout. `premium_plan` means Gold. */
export async function orders(person: Person, feature: Feature | "premium_plan" = "premium_plan") {
  return await person.action(api.payments.createOrder, { feature });
}

/** Verifies an order, as the page does when the buyer comes back. */
export async function verifies(person: Person, orderId: string) {
  return await person.action(api.payments.verify, { orderId });
}

/** Orders, pays and verifies, by default Gold. Returns the order's id. */
export async function paid(provider: Provider, person: Person, feature?: Feature): Promise<string> {
  const { orderId } = await orders(person, feature);
  provider.pay(orderId);
  await verifies(person, orderId);
  return orderId;
}

/** Returns a person's purchases, as their own page shows them. */
export async function purchasesOf(person: Person): Promise<{ isPremium: boolean; isVIP: boolean }> {
  const { isPremium, isVIP } = await person.query(api.profiles.me, {});
  return { isPremium, isVIP };
}

/** Runs the polling job once, and everything that it schedules. */
export async function pollsDue(t: Product): Promise<void> {
  await t.mutation(internal.payments.pollDue, {});
  await settled(t);
}

type Filter = Omit<FunctionArgs<typeof api.money.orders>, "paginationOpts" | "search">;
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

/** Returns the same totals, recounted from the orders. Their days are India's. */
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

/** Returns the first page of orders that an organiser finds. */
export async function searchOrders(desk: Person, search: string, filter: Filter = {}) {
  return await desk.query(api.money.orders, { search, ...filter, paginationOpts: { cursor: null, numItems: 1 } });
}
