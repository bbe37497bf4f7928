/**
 * How fairly a deck deals members. Some viewers stop swiping, so no member is sure to be seen. But each member should be dealt to about
 * the same number of active viewers.
 */
import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { crowd, dislikes } from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { setupTest, test } from "../../testing/product.testing";
import { deckOf } from "../../testing/views.testing";

const woman = { gender: "female", interestedIn: "male", tier: "gold" } as const;
const man = { gender: "male", interestedIn: "female" } as const;
const goldMan = { ...man, tier: "gold" } as const;

describe("within a tier the least dealt person is dealt at least half as often as the median", () => {
  test("after twice as many random swipes as members", async ({ t }) => {
    const people = await crowd(t, [...times(80, woman), ...times(80, goldMan)]);
    const shown = await randomSwipes(people, 2 * people.length, 7);

    expect(least(people.map(({ userId }) => shown.get(userId) ?? 0))).toBeGreaterThanOrEqual(0.5);
  });

  test("in each tier, after about thirty deals of each person", async ({ t }) => {
    const women = await crowd(t, times(48, woman));
    const tiers = [
      await crowd(t, times(12, { ...man, tier: "vip" })),
      await crowd(t, times(12, goldMan)),
      await crowd(t, times(40, man)),
    ];
    const shown = await randomSwipes(women, 6 * women.length, 11);
    const counts = tiers.map((tier) => tier.map(({ userId }) => shown.get(userId) ?? 0));

    for (const tier of counts) expect(least(tier)).toBeGreaterThanOrEqual(0.5);
  });
});

test("a viewer takes their group's next start at the first swipe, so viewers who never swipe leave no gap", async () => {
  const t = setupTest();
  const men = await crowd(t, times(30, man));
  const women = await crowd(t, times(129, woman));
  const [first, second, third] = [women[0]!, women[64]!, women[128]!];
  const next = await deckOf(third);
  expect([await deckOf(first), await deckOf(second)]).toEqual([next, next]);
  await dislikes(
    third,
    men.find((_, i) => next[0] === `Person ${i}`)!,
  );

  expect((await deckOf(third)).slice(0, 19)).toEqual(next.slice(1));
  const later = await deckOf(first);
  expect(later).not.toEqual(next);
  expect(await deckOf(second)).toEqual(later);
  expect(await deckOf(women[1]!)).not.toEqual(later);
});

test("a deck has at most twenty people, and a shorter deck is its beginning", async ({ t }) => {
  const [viewer] = await crowd(t, [woman, ...[goldMan, man, man].flatMap((kind) => times(9, kind))]);
  for (const { _id } of (await viewer!.query(api.swipes.deck, { limit: 2 })).profiles) {
    await viewer!.mutation(api.swipes.swipe, { profileId: _id, liked: false });
    await viewer!.mutation(api.swipes.undo, { profileId: _id });
  }
  const deck = await deckOf(viewer!);
  const sizes = new Map([
    [10, 10],
    [0, 1],
    [1_000, 20],
    [NaN, 20],
  ]);
  for (const [limit, size] of sizes) {
    const { profiles } = await viewer!.query(api.swipes.deck, { limit });
    expect(profiles.map(({ name }) => name)).toEqual(deck.slice(0, size));
  }
  expect(deck).toHaveLength(20);
});

function times<T>(count: number, kind: T): T[] {
  return Array.from({ length: count }, () => kind);
}

/** Lets random people swipe on the first card of their deck. Returns how many times each person was dealt. */
async function randomSwipes(people: Person[], count: number, seed: number) {
  const shown = new Map<string, number>();
  for (let i = 0, chance = seed; i < count; i += 1) {
    chance = (chance * 48_271) % 2_147_483_647;
    const me = people[chance % people.length]!;
    const { profiles } = await me.query(api.swipes.deck, {});
    for (const { _id } of profiles) shown.set(_id, (shown.get(_id) ?? 0) + 1);
    await me.mutation(api.swipes.swipe, { profileId: profiles[0]!._id, liked: i % 2 === 0 });
  }
  return shown;
}

/** The smallest count, as a fraction of the median. */
function least(counts: number[]): number {
  const sorted = counts.toSorted((a, b) => a - b);
  return sorted[0]! / sorted[Math.floor(sorted.length / 2)]!;
}
