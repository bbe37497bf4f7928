import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { crowd, dislikes, gold, likes, man, match, several, vip, woman, undo, pair } from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { type Product, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { block } from "../../testing/reports.testing";
import { traced } from "../../testing/traces.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf, pendingOf, swipesLeft, swipeState } from "../../testing/views.testing";

const tooLate = { code: "NOT_FOUND", message: "This swipe can no longer be taken back" };

describe("undoing the last swipe", () => {
  test.each([
    ["like", likes],
    ["dislike", dislikes],
  ])("gives the swipe back and puts the person on top, to be swiped on again (%s)", async (_, swipe) => {
    const t = setupTest();
    const [asha] = [await woman(t, "Asha"), await several(man, t, "Man", 7)];
    const [first, second] = await dealtTo(asha);
    await swipe(asha, first!);
    await swipe(asha, second!);
    expect(await swipeState(asha)).toEqual({ left: 3, undos: 3, lastSwiped: second!.userId });

    await undo(asha, second!);
    expect((await deckOf(asha))[0]).toBe(second!.name);
    expect(await swipeState(asha)).toEqual({ left: 4, undos: 2, lastSwiped: null });
    expect(await likes(asha, second!)).toEqual({ match: false });
    expect(await swipesLeft(asha)).toBe(3);
    expect(await deckOf(asha)).not.toContain(second!.name);
  });

  test("removes the like from the other person's pending likes", async () => {
    const { asha, ravi } = await pair();
    await likes(asha, ravi);
    await undo(asha, ravi);
    expect(await pendingOf(ravi)).toEqual([]);
    expect(await likes(ravi, asha)).toEqual({ match: false });
    expect(await pendingOf(asha)).toEqual(["Ravi"]);
  });

  test("brings back a like that was passed over, with its old age and not as a new like", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:00:00+05:30") });
    const { asha, ravi } = await pair();
    await likes(ravi, asha);
    vi.setSystemTime(Date.now() + 1_000);
    await asha.mutation(api.matches.markLikesSeen, {});
    vi.setSystemTime(Date.now() + 1_000);
    await dislikes(asha, ravi);
    await undo(asha, ravi);
    expect(await pendingOf(asha)).toEqual(["Ravi"]);
    expect(await asha.query(api.matches.news, {})).toMatchObject({ counts: { likes: 0 } });
    expect(await likes(asha, ravi)).toMatchObject({ match: true });
  });

  test("twenty times simultaneously returns the same and gives back one swipe", async ({ t }) => {
    const asha = await woman(t, "Asha");
    const [one, two] = await several(man, t, "Man", 2);
    await likes(asha, one!);
    await likes(asha, two!);
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(asha, two!)));
    expect(answers).toEqual(answers.map(() => null));
    expect(await swipeState(asha)).toEqual({ left: 4, undos: 2, lastSwiped: null });
  });

  test("works only for the last swipe, and only for the swiper", async ({ t }) => {
    const asha = await woman(t, "Asha");
    const [one, two] = await several(man, t, "Man", 2);
    await expectRefusal(undo(asha, one!), tooLate);
    await likes(asha, one!);
    await dislikes(asha, two!);
    await expectRefusal(undo(asha, one!), tooLate);
    await expectRefusal(undo(one!, asha), tooLate);
    await undo(asha, two!);
    await expectRefusal(undo(asha, one!), tooLate);
    await expectRefusal(asha.mutation(api.swipes.undo, { profileId: "nobody" }), tooLate);
    expect(await swipesLeft(asha)).toBe(4);
  });

  test("restores the person's place in the deck, and the round continues where it was", async ({ t }) => {
    const asha = await gold(t, await woman(t, "Asha"));
    const men = await several(man, t, "Man", 12);
    for (const him of men.slice(0, 3)) await likes(him, asha);
    await vip(t, men[4]!);
    const before = await deckOf(asha);
    const [top] = await dealtTo(asha);
    await dislikes(asha, top!);
    await undo(asha, top!);
    expect(await deckOf(asha)).toEqual(before);
  });

  test("puts people decided out of order first, newest first, and at most four of them", async ({ t }) => {
    const asha = await gold(t, await woman(t, "Asha"));
    await several(man, t, "Man", 10);
    const dealt = await dealtTo(asha);
    const late = dealt.slice(5).toReversed();
    for (const him of late.slice(0, 4)) {
      await dislikes(asha, him);
      await undo(asha, him);
    }
    expect((await deckOf(asha)).slice(0, 4)).toEqual(
      late
        .slice(0, 4)
        .map(({ name }) => name)
        .toReversed(),
    );
    expect(new Set(await deckOf(asha)).size).toBe(10);
    await dislikes(asha, dealt[0]!);
    await expectRefusal(undo(asha, dealt[0]!), tooLate);
    await likes(asha, late[0]!);
    await undo(asha, late[0]!);
    const { documents, ranges } = await traced(() => asha.query(api.swipes.deck, {}));
    expect(documents).toBeLessThanOrEqual(64);
    expect(ranges).toBeLessThanOrEqual(64);
  });
});

describe("an undo is refused after", () => {
  test("a match by either person, even once the match has ended", async () => {
    const { asha, ravi } = await pair();
    const matchId = await match(asha, ravi);
    for (const [one, other] of [
      [asha, ravi],
      [ravi, asha],
    ] as const) {
      expect(await swipeState(one)).toMatchObject({ lastSwiped: null });
      await expectRefusal(undo(one, other), tooLate);
    }
    await ravi.mutation(api.matches.unmatch, { matchId });
    expect(await swipeState(asha)).toMatchObject({ lastSwiped: null });
    await expectRefusal(undo(asha, ravi), tooLate);
  });

  test("the other person views their likes, even in the same millisecond, but not after an earlier view", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:00:00+05:30") });
    const { asha, ravi } = await pair();
    await ravi.mutation(api.matches.markLikesSeen, {});
    vi.setSystemTime(Date.now() + 1_000);
    await likes(asha, ravi);
    expect(await swipeState(asha)).toMatchObject({ lastSwiped: ravi.userId });
    await ravi.mutation(api.matches.markLikesSeen, {});
    expect(await swipeState(asha)).toMatchObject({ lastSwiped: null });
    await expectRefusal(undo(asha, ravi), tooLate);
  });

  test("the swiper's own block, or their answer to a pending like, which is not a swipe", async () => {
    const { t, asha, ravi } = await pair();
    const [kabir, nils] = [await man(t, "Kabir"), await man(t, "Nils")];
    await likes(kabir, asha);
    await likes(nils, asha);
    for (const [him, accepted] of [
      [kabir, false],
      [nils, true],
    ] as const) {
      await asha.mutation(api.matches.respond, { profileId: him.userId, accepted });
      await expectRefusal(undo(asha, him), tooLate);
    }
    await dislikes(asha, ravi);
    await block(asha, ravi);
    expect(await swipeState(asha)).toMatchObject({ lastSwiped: null });
    await expectRefusal(undo(asha, ravi), tooLate);
  });
});

test("an undo sent again after a block succeeds again", async () => {
  const { asha, ravi } = await pair();
  await dislikes(asha, ravi);
  await undo(asha, ravi);
  await block(asha, ravi);
  await undo(asha, ravi);
  expect(await swipeState(asha)).toMatchObject({ lastSwiped: null });
});

test.each([false, true])(
  "an undo does not bring back a deleted account, which leaves no rows (undone before: %s)",
  async (before) => {
    const { t, asha, ravi } = await pair();
    await likes(asha, ravi);
    if (before) await undo(asha, ravi);
    await deleteAccount(ravi);
    await settled(t);
    expect(await swipeState(asha), "no undo is offered that would be refused").toMatchObject({ lastSwiped: null });
    await expectRefusal(undo(asha, ravi), tooLate);
    expect(await deckOf(asha)).toEqual([]);
    for (const table of ["swipes", "pendingLikes", "returns", "decks"] as const) {
      expect(JSON.stringify(await rowsIn(t, table))).not.toContain(ravi.userId);
    }
  },
);

test("an undo and an answer at the same instant give a match or an undo, never both", async ({ t }) => {
  const women = await crowd(t, Array(6).fill({ gender: "female", interestedIn: "male", tier: "gold" }));
  const men = await crowd(t, Array(6).fill({ gender: "male", interestedIn: "female", tier: "gold" }));
  const seen = new Set<string>();
  for (const [i, her] of women.entries()) {
    for (const [j, him] of men.entries()) {
      await likes(her, him);
      const taken = () =>
        undo(her, him).then(
          () => true,
          () => false,
        );
      const answered = () =>
        j % 3 === 0
          ? him.mutation(api.matches.respond, { profileId: her.userId, accepted: true }).catch(() => ({ match: false }))
          : likes(him, her);
      const [first, second] = (i + j) % 2 ? [taken(), answered()] : [answered(), taken()];
      const outcomes = await Promise.all([first, second]);
      const isTaken = outcomes.includes(true);
      const isMatch = outcomes.some((outcome) => typeof outcome === "object" && outcome.match);
      expect(isTaken).toBe(!isMatch);
      seen.add(String(isTaken));
    }
  }
  expect(seen.size).toBe(2);
  const matches = await rowsIn(t, "matches");
  for (const [one, other] of [
    [women, men],
    [men, women],
  ] as const)
    for (const person of one) expect(await pendingOf(person)).toHaveLength(await likersOf(t, person, other));
  expect((await Promise.all(women.map(matchesOf))).flat()).toHaveLength(matches.length);
}, 60_000);

/** Returns how many of the others like this person and have no answer. */
async function likersOf(t: Product, { userId }: Person, others: Person[]): Promise<number> {
  const swipes = await rowsIn(t, "swipes");
  const like = (from: string, to: string) => swipes.some((one) => one.from === from && one.to === to);
  return others.filter((other) => like(other.userId, userId) && !like(userId, other.userId)).length;
}

/** The people in a person's deck, as ones to swipe on. */
async function dealtTo(person: Person): Promise<(Person & { name: string })[]> {
  const { profiles } = await person.query(api.swipes.deck, {});
  return profiles.map(({ _id, name }) => ({ userId: _id, name }) as Person & { name: string });
}
