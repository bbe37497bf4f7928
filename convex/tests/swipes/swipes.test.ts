import * as fc from "fast-check";
import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { freeze, pass } from "../../testing/clock.testing";
import {
  dislikes,
  gold,
  likes,
  man,
  several,
  woman,
  pair,
  ashaAndMen,
  aMan,
  crowd,
  type Kind,
} from "../../testing/crowd.testing";
import { applicant, newcomer } from "../../testing/people.testing";
import { setupTest, test } from "../../testing/product.testing";
import { pictureOf } from "../../testing/profiles.testing";
import { festivalDay } from "../../shared/festival";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf, pendingOf, swipesLeft } from "../../testing/views.testing";
import { runs } from "../../testing/runs.testing";

const refusedLimit = { code: "SWIPE_LIMIT_REACHED", message: "Daily Free Swipe Limit Reached" };

describe("the daily limit:", () => {
  test("a free member has five swipes a festival day, likes and dislikes together", async () => {
    const { asha, men } = await ashaAndMen(7);

    for (const [i, other] of men.slice(0, 5).entries()) {
      expect(await swipesLeft(asha)).toBe(5 - i);
      await (i % 2 ? likes : dislikes)(asha, other);
    }
    expect(await swipesLeft(asha)).toBe(0);
    await expectRefusal(likes(asha, men[5]!), refusedLimit);
    await expectRefusal(dislikes(asha, men[6]!), refusedLimit);
    expect(await swipesLeft(asha)).toBe(0);
    expect((await deckOf(asha)).sort()).toEqual(["Man 6", "Man 7"]);
  });

  test("the next day begins at 04:00 festival time, and the refusal says how long until then", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T03:59:00+05:30") });
    const { asha, men } = await ashaAndMen(12);
    vi.setSystemTime(new Date("2025-12-18T03:59:00+05:30"));
    for (const other of men.slice(0, 5)) await likes(asha, other);

    await expectRefusal(likes(asha, men[5]!), { retryAfter: 60_000 });
    vi.setSystemTime(new Date("2025-12-18T04:00:00+05:30"));
    expect(await swipesLeft(asha)).toBe(5);
    for (const other of men.slice(5, 10)) await likes(asha, other);
    vi.setSystemTime(new Date("2025-12-19T03:59:59+05:30"));
    await expectRefusal(likes(asha, men[10]!), refusedLimit);
  });

  test("a clock that is set back over 04:00 and corrected gives no member more than five swipes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-19T03:50:00+05:30") });
    const t = setupTest();
    const [asha, tara, men] = [await woman(t, "Asha"), await woman(t, "Tara"), await several(man, t, "Man", 12)];
    const [right, wrong] = [new Date("2025-12-19T04:10:00+05:30"), new Date("2025-12-19T03:50:00+05:30")];
    vi.setSystemTime(right);
    for (const other of men.slice(0, 5)) await likes(asha, other);

    vi.setSystemTime(wrong);
    expect(await swipesLeft(asha)).toBe(0);
    await expectRefusal(likes(asha, men[5]!), refusedLimit);
    // Tara gets no more either. She begins while the clock is wrong.
    for (const other of men.slice(0, 5)) await likes(tara, other);
    vi.setSystemTime(right);
    for (const person of [asha, tara]) await expectRefusal(likes(person, men[6]!), refusedLimit);
    vi.setSystemTime(new Date("2025-12-20T04:00:00+05:30"));
    for (const person of [asha, tara]) expect(await swipesLeft(person)).toBe(5);
  });

  test("however the clock jumps, a member swipes at most five times before the server sees a new day", async () => {
    const hours = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(hours, async (jumps) => {
        vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-19T12:00:00+05:30") });
        const t = setupTest();
        const [asha, men] = [await woman(t, "Asha"), await crowd(t, Array<Kind>(26).fill(aMan))];
        // The server has seen no day before the first swipe.
        let [latest, since] = [-Infinity, 0];
        for (const [i, jump] of jumps.entries()) {
          vi.setSystemTime(Date.now() + jump * 3_600_000);
          const day = festivalDay("Asia/Kolkata", Date.now());
          const isAccepted = await likes(asha, men[i]!).then(
            () => true,
            () => false,
          );
          if (day > latest) [latest, since] = [day, 0];
          if (isAccepted) since += 1;
          expect(since).toBeLessThanOrEqual(5);
        }
      }),
      { numRuns: runs(6), examples: [[[-51, 0, 20, -3, -2, 32, -5, -58, -55]]] },
    );
  });

  test("a Gold member has no limit and uses none of the five", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 8)];

    for (const other of men) await likes(asha, other);
    expect(await swipesLeft(asha)).toBe(5);
    expect(await deckOf(asha)).toEqual([]);
  });

  test("advancing the deck, or restarting it with other ages or interests, gives no swipe back", async () => {
    const { asha, men } = await ashaAndMen(3);
    for (const other of men.slice(0, 2)) await dislikes(asha, other);
    await asha.mutation(api.swipes.advance, {});
    await asha.mutation(api.profiles.update, { profile: { ageRange: { min: 18, max: 25 } } });
    await asha.mutation(api.profiles.update, { profile: { interestedIn: "everyone" } });
    expect(await swipesLeft(asha)).toBe(3);
  });

  test("with one swipe left, exactly one of twenty simultaneous likes is accepted", async () => {
    const { asha, men } = await ashaAndMen(24);
    for (const other of men.slice(0, 4)) await dislikes(asha, other);
    const all = await Promise.allSettled(men.slice(4).map((other) => likes(asha, other)));

    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await swipesLeft(asha)).toBe(0);
    expect((await Promise.all(men.map(pendingOf))).flat()).toEqual(["Asha"]);
  });
});

describe("the same swipe sent again", () => {
  test("gets the same result, even with no swipes left and after a match", async () => {
    const { asha, men } = await ashaAndMen(5);
    const [one, two, three] = men as [(typeof men)[0], (typeof men)[0], (typeof men)[0]];
    await likes(two, asha);
    const answers = [await likes(asha, one), await likes(asha, two), await dislikes(asha, three)];
    for (const other of men.slice(3)) await likes(asha, other);

    expect(answers).toMatchObject([{ match: false }, { match: true, user: { name: "Man 2" } }, { match: false }]);
    expect([await likes(asha, one), await likes(asha, two), await dislikes(asha, three)]).toEqual(answers);
    await expectRefusal(dislikes(asha, one), "ALREADY_DECIDED", "Failed to process swipe");
    expect(await pendingOf(one)).toEqual(["Asha"]);
    expect(await matchesOf(asha)).toEqual(["Man 2"]);
  });

  test("does not reveal that the other person has liked back since", async () => {
    const { asha, ravi } = await pair();
    await likes(asha, ravi);
    await likes(ravi, asha);

    expect(await likes(asha, ravi)).toEqual({ match: false });
    expect(await matchesOf(asha)).toEqual(["Ravi"]);
  });
});

describe("a swipe is accepted on", () => {
  test("every member of the deck, dealt yet or not", async () => {
    const { asha, men } = await ashaAndMen(24);
    const shown = await deckOf(asha);
    const unseen = men.find((_, i) => !shown.includes(`Man ${i + 1}`))!;

    expect(await likes(asha, unseen)).toEqual({ match: false });
    expect(await pendingOf(unseen)).toEqual(["Asha"]);
  });

  test("no other id: every wrong id gets the same refusal and changes nothing", async ({ t }) => {
    const [asha, tara, waiting] = [await woman(t, "Asha"), await woman(t, "Tara"), await applicant(t, "Mo")];
    const [none, other] = [await newcomer(t, "Nobody"), await man(t, "Elsewhere", { interestedIn: "male" })];
    const wrong = [
      ...[asha, tara, waiting, none, other].map(({ userId }) => userId),
      await pictureOf(t, tara),
      "",
      "x",
      "\u0000",
      "10000;users",
      "k".repeat(5000),
      "__proto__",
    ];

    for (const profileId of wrong) {
      for (const liked of [true, false]) {
        const swipe = asha.mutation(api.swipes.swipe, { profileId, liked });
        await expectRefusal(swipe, "NOT_FOUND", "Failed to process swipe");
      }
    }
    expect(await swipesLeft(asha)).toBe(5);
    expect(await pendingOf(tara)).toEqual([]);
  });
});

test("a viewer can advance the deck a hundred times in a row, then two hundred times an hour", async ({ t }) => {
  const [asha, tara] = [await woman(t, "Asha"), await woman(t, "Tara")];
  freeze();
  const advance = async (times: number) => {
    const all = Array.from({ length: times }, () => asha.mutation(api.swipes.advance, {}));
    return (await Promise.allSettled(all)).filter(({ status }) => status === "fulfilled").length;
  };

  expect(await advance(120)).toBe(100);
  await expectRefusal(asha.mutation(api.swipes.advance, {}), "TOO_MANY_TRIES");
  await tara.mutation(api.swipes.advance, {});
  pass(6 * 60_000);
  expect(await advance(30)).toBe(20);
});

describe("the result of a swipe", () => {
  test("reveals the other person's decision only if it makes a match", async () => {
    const { asha, men } = await ashaAndMen(4);
    const [fan, stranger, cold, warm] = men as [(typeof men)[0], (typeof men)[0], (typeof men)[0], (typeof men)[0]];
    await likes(fan, asha);
    await dislikes(cold, asha);

    expect(await dislikes(asha, fan)).toEqual(await dislikes(asha, stranger));
    expect(await likes(asha, cold)).toEqual(await likes(asha, warm));
    expect(await pendingOf(cold)).toEqual([]);
  });
});
