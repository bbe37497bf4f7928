/** The cost of finding orders and of their totals, with few orders and with many. */
import { expect } from "vitest";
import { api } from "../../_generated/api";
import { insertOrder } from "../../model/payments/writing";
import { organiser } from "../../testing/people.testing";
import { registered } from "../../testing/peopleSearch.testing";
import { type Product, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";
import { searchOrders } from "../../testing/shop.testing";

test("with two hundred orders, a search, a page and the totals read as much as with forty", async ({ t }) => {
  const desk = await organiser(t);
  const costs = [];
  for (const [many, from] of [
    [40, 0],
    [160, 40],
  ] as const) {
    await sold(t, many, from);
    const one = await traced(() => searchOrders(desk, "zara"));
    const latest = await traced(() => searchOrders(desk, ""));
    const totals = await traced(() => desk.query(api.money.totals, {}));
    const days = await traced(() => desk.query(api.money.days, { most: 7 }));
    expect([one.result.page.length, latest.result.page.length]).toEqual([1, 25]);
    costs.push([one, latest, totals, days].map(({ documents, ranges }) => ({ documents, ranges })));
  }
  expect(costs[1]).toEqual(costs[0]);
  // A person with one order; 25 orders with their buyers; for each product the shards of its totals.
  const maxDocuments = [10, 25 * 2 + 3, 4 + 32, 6 + 2 * 32];
  for (const [i, { documents }] of costs[1]!.entries()) expect(documents).toBeLessThanOrEqual(maxDocuments[i]!);
});

/** Inserts a paid order for each of this many people, numbered from `from`. The first person of all is Zara Khan. */
async function sold(t: Product, many: number, from: number): Promise<void> {
  const people = await registered(
    t,
    Array.from({ length: many }, (_, i) => (from + i === 0 ? "Zara Khan" : `Buyer ${from + i}`)),
  );
  const order = { feature: "unlimited_swipes", amount: 9900, currency: "INR", status: "paid" } as const;
  for (let i = 0; i < people.length; i += 40) {
    await t.run(async (ctx) => {
      for (const [k, userId] of people.slice(i, i + 40).entries())
        await insertOrder(ctx, { orderId: `order_${from + i + k}`, userId, ...order });
    });
  }
}
