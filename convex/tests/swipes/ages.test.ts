/** Age ranges apply both ways, follow later changes, and cost no more reads than any deck. */
import fc from "fast-check";
import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { pass, frozenTest, HOUR } from "../../testing/clock.testing";
import { crowd, dislikes, likes, man, woman, type Kind } from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, pendingOf } from "../../testing/views.testing";
import { runs } from "../../testing/runs.testing";

type Range = { min: number; max: number };

const range: fc.Arbitrary<Range> = fc
  .tuple(fc.integer({ min: 18, max: 30 }), fc.integer({ min: 18, max: 30 }))
  .map(([one, other]) => ({ min: Math.min(one, other), max: Math.max(one, other) }));
const someone = fc.record({ age: fc.integer({ min: 18, max: 30 }), range });
const step = fc.oneof(
  fc.record({ act: fc.constant("swipe" as const), who: fc.nat(20), liked: fc.boolean() }),
  fc.record({ act: fc.constant("change" as const), who: fc.nat(20), range }),
);

test("whichever ages members choose and change, each is dealt exactly the undecided members who fit both ways", async () => {
  const world = fc.array(someone, { minLength: 8, maxLength: 12 });
  await fc.assert(fc.asyncProperty(world, fc.array(step, { minLength: 10, maxLength: 30 }), live), {
    numRuns: runs(6),
  });
}, 120_000);

type Step = { act: "swipe"; who: number; liked: boolean } | { act: "change"; who: number; range: Range };

/** Everybody has one audience and Gold, so that only ages decide. */
async function live(people: { age: number; range: Range }[], steps: Step[]): Promise<void> {
  const t = frozenTest();
  const common = { gender: "female", interestedIn: "female", tier: "gold" } as const;
  const persons = await crowd(
    t,
    people.map(({ age, range: ageRange }) => ({ ...common, age, ageRange })),
  );
  const ranges = people.map(({ range }) => range);
  const decided = new Set<string>();
  const wantsTo = (i: number, k: number) => ranges[i]!.min <= people[k]!.age && people[k]!.age <= ranges[i]!.max;
  const fitting = (i: number) =>
    persons.filter((_, k) => k !== i && wantsTo(i, k) && wantsTo(k, i) && !decided.has(`${i}>${k}`));
  const dealt = async (i: number) => (await persons[i]!.query(api.swipes.deck, {})).profiles.map(({ _id }) => _id);
  const check = async (i: number) =>
    expect((await dealt(i)).sort()).toEqual(
      fitting(i)
        .map(({ userId }) => userId)
        .sort(),
    );
  for (const { who, ...step } of steps) {
    const i = who % persons.length;
    if (step.act === "change") {
      await wants(persons[i]!, step.range);
      ranges[i] = step.range;
    } else {
      const [next] = await dealt(i);
      if (next === undefined) continue;
      await (step.liked ? likes : dislikes)(
        persons[i]!,
        persons.find(({ userId }) => userId === next)!,
      );
      decided.add(`${i}>${persons.findIndex(({ userId }) => userId === next)}`);
    }
    await check(i);
  }
  for (const i of persons.keys()) await check(i);
}

describe("a pending like of a person who no longer fits", () => {
  test("is hidden and cannot be answered until the person fits again", async () => {
    const t = frozenTest();
    const [asha, ravi] = [await woman(t, "Asha", { age: 21 }), await man(t, "Ravi", { age: 25 })];
    await likes(ravi, asha);
    await wants(asha, { min: 18, max: 24 });
    expect([await pendingOf(asha), await deckOf(asha)]).toEqual([[], []]);
    await expectRefusal(asha.mutation(api.matches.respond, { profileId: ravi.userId, accepted: true }), "NOT_FOUND");
    await expectRefusal(likes(asha, ravi), "NOT_FOUND");

    await wants(asha, { min: 18, max: 25 });
    expect([await pendingOf(asha), await deckOf(asha)]).toEqual([["Ravi"], ["Ravi"]]);
    expect(await likes(asha, ravi)).toMatchObject({ match: true });
  });
});

test("a deck with likers and decided people of all ages in every source stays within its limit of reads", async ({
  t,
}) => {
  const range = { min: 19, max: 28 };
  const [her] = await crowd(t, [{ gender: "female", interestedIn: "male", age: 23, ageRange: range, tier: "gold" }]);
  const kinds = Array.from({ length: 120 }, (_, i): Kind => ({
    gender: "male",
    interestedIn: "female",
    age: 19 + (Math.floor(i / 6) % 10),
    ...(i % 2 === 0 && { ageRange: range }),
    ...(i % 3 > 0 && { tier: i % 3 === 1 ? ("vip" as const) : ("gold" as const) }),
  }));
  const men = await crowd(t, kinds);
  await dislikes(her!, men[1]!);
  for (const fan of men.filter((_, i) => i % 3 === 0).slice(0, 10)) await likes(fan, her!);
  await t.run(async (ctx) => {
    for (const { userId: to } of men.filter((_, i) => i > 1 && i % 3 > 0)) {
      await ctx.db.insert("swipes", { from: her!.userId, to, decision: "dislike" });
    }
    // More decisions than a deck remembers, so that each swipe is read.
    const [deck] = await ctx.db
      .query("decks")
      .withIndex("by_userId", (q) => q.eq("userId", her!.userId))
      .take(1);
    await ctx.db.patch("decks", deck!._id, { decidedAhead: undefined });
  });
  const { result, documents } = await traced(() => her!.query(api.swipes.deck, {}));

  // All sources are read in parallel. Without a share reserved for each, they would exceed the limit.
  expect(documents).toBeLessThanOrEqual(48);
  expect(result.profiles.length).toBe(8);
});

async function wants(person: Person, ageRange: Range): Promise<void> {
  pass(HOUR);
  await person.mutation(api.profiles.update, { profile: { ageRange } });
}
