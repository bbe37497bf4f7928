/** The cost of finding a person, with few people and with many. */
import { expect } from "vitest";
import { organiser } from "../../testing/people.testing";
import { pageOf, registered } from "../../testing/peopleSearch.testing";
import { setupTest, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

test("with three hundred people, a search reads as much as with forty, and a filter reads at most a hundred people", async () => {
  const t = setupTest();
  const desk = await organiser(t);
  const costs = [];
  for (const more of [40, 260]) {
    await registered(
      t,
      Array.from({ length: more }, (_, i) => `Asha ${more + i} Kumar`),
    );
    const searched = await traced(() => pageOf(desk, "ash"));
    const filtered = await traced(() => pageOf(desk, "ash", { tier: "gold" }));
    costs.push({ listed: searched.result.page.length, documents: searched.documents, ranges: searched.ranges });
    expect(filtered.result).toMatchObject({ page: [], isDone: more === 40 });
    expect(filtered.documents).toBeLessThanOrEqual(3 * 100 + 5);
  }
  // For each of 25 people: a key, user and profile. And the guard.
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[0]).toMatchObject({ listed: 25 });
  expect(costs[0]!.documents).toBeLessThanOrEqual(3 * 25 + 3);
});
