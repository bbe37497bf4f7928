import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { freeze, pass } from "../../testing/clock.testing";
import { dislikes, gold, likes, man, several, woman } from "../../testing/crowd.testing";
import { applicant, member, newcomer } from "../../testing/people.testing";
import { setupTest } from "../../testing/product.testing";
import { pictureOf } from "../../testing/profiles.testing";
import { festivalDay } from "../../shared/festival";
import { deckOf, matchesOf, pendingOf, swipesLeft } from "../../testing/views.testing";

const refusedLimit = { data: { code: "SWIPE_LIMIT_REACHED", message: "Daily Free Swipe Limit Reached" } };
const refusal = (code: string) => ({ data: { code, message: "Failed to process swipe" } });
const [notFound, decided] = [refusal("NOT_FOUND"), refusal("ALREADY_DECIDED")];

describe("the daily five", () => {
  test("a free member has five swipes a festival day, likes and dislikes alike", async () => {
    const t = setupTest();
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 7)];

    for (const [i, other] of men.slice(0, 5).entries()) {
      expect(await swipesLeft(asha)).toBe(5 - i);
      await (i % 2 ? likes : dislikes)(asha, other);
    }
    expect(await swipesLeft(asha)).toBe(0);
    await expect(likes(asha, men[5]!)).rejects.toMatchObject(refusedLimit);
    await expect(dislikes(asha, men[6]!)).rejects.toMatchObject(refusedLimit);
    expect(await swipesLeft(asha)).toBe(0);
    expect((await deckOf(asha)).sort()).toEqual(["Man 6", "Man 7"]);
  });

  test("the next day begins at 04:00 festival time, and the refusal says how long that takes", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T03:59:00+05:30") });
    const t = setupTest();
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 12)];
    vi.setSystemTime(new Date("2025-12-18T03:59:00+05:30"));
    for (const other of men.slice(0, 5)) await likes(asha, other);

    await expect(likes(asha, men[5]!)).rejects.toMatchObject({ data: { retryAfter: 60_000 } });
    vi.setSystemTime(new Date("2025-12-18T04:00:00+05:30"));
    expect(await swipesLeft(asha)).toBe(5);
    for (const other of men.slice(5, 10)) await likes(asha, other);
    vi.setSystemTime(new Date("2025-12-19T03:59:59+05:30"));
    await expect(likes(asha, men[10]!)).rejects.toMatchObject(refusedLimit);
  });

  test("a clock set back over 04:00 and corrected gives nobody more than five", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-19T03:50:00+05:30") });
    const t = setupTest();
    const [asha, tara, men] = [await woman(t, "Asha"), await woman(t, "Tara"), await several(man, t, "Man", 12)];
    const [right, wrong] = [new Date("2025-12-19T04:10:00+05:30"), new Date("2025-12-19T03:50:00+05:30")];
    vi.setSystemTime(right);
    for (const other of men.slice(0, 5)) await likes(asha, other);

    vi.setSystemTime(wrong);
    expect(await swipesLeft(asha)).toBe(0);
    await expect(likes(asha, men[5]!)).rejects.toMatchObject(refusedLimit);
    // Neither has Tara, who begins while the clock is wrong.
    for (const other of men.slice(0, 5)) await likes(tara, other);
    vi.setSystemTime(right);
    for (const person of [asha, tara]) await expect(likes(person, men[6]!)).rejects.toMatchObject(refusedLimit);
    vi.setSystemTime(new Date("2025-12-20T04:00:00+05:30"));
    for (const person of [asha, tara]) expect(await swipesLeft(person)).toBe(5);
  });

  test("however the clock is set, nobody swipes more than five times between two seen turns", async () => {
    const hours = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(hours, async (jumps) => {
        vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-19T12:00:00+05:30") });
        const t = setupTest();
        const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 26)];
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
      { numRuns: 6, examples: [[[-51, 0, 20, -3, -2, 32, -5, -58, -55]]] },
    );
  });

  test("Gold has no limit and uses none of the five", async () => {
    const t = setupTest();
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 8)];

    for (const other of men) await likes(asha, other);
    expect(await swipesLeft(asha)).toBe(5);
    expect(await deckOf(asha)).toEqual([]);
  });

  test("one left and twenty at once: exactly one counts", async () => {
    const t = setupTest();
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 24)];
    for (const other of men.slice(0, 4)) await dislikes(asha, other);
    const all = await Promise.allSettled(men.slice(4).map((other) => likes(asha, other)));

    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await swipesLeft(asha)).toBe(0);
    expect(await Promise.all(men.map(pendingOf))).toEqual(
      expect.arrayContaining([["Asha"], ...Array.from({ length: 23 }, () => [])]),
    );
    expect((await Promise.all(men.map(pendingOf))).flat()).toEqual(["Asha"]);
  });

  test("a repeated, opposite or refused swipe costs nothing", async () => {
    const t = setupTest();
    const [asha, ravi] = [await woman(t, "Asha"), await man(t, "Ravi")];
    const [tara] = [await woman(t, "Tara")];
    await likes(asha, ravi);

    await likes(asha, ravi);
    await expect(dislikes(asha, ravi)).rejects.toMatchObject(decided);
    await expect(likes(asha, tara)).rejects.toMatchObject(notFound);
    expect(await swipesLeft(asha)).toBe(4);
  });
});

describe("the same swipe sent again", () => {
  test("gets the same result, even with no swipes left and after a match", async () => {
    const t = setupTest();
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 5)];
    const [one, two, three] = men as [(typeof men)[0], (typeof men)[0], (typeof men)[0]];
    await likes(two, asha);
    const answers = [await likes(asha, one), await likes(asha, two), await dislikes(asha, three)];
    for (const other of men.slice(3)) await likes(asha, other);

    expect(answers).toMatchObject([{ match: false }, { match: true, user: { name: "Man 2" } }, { match: false }]);
    expect([await likes(asha, one), await likes(asha, two), await dislikes(asha, three)]).toEqual(answers);
    expect(await pendingOf(one)).toEqual(["Asha"]);
    expect(await matchesOf(asha)).toEqual(["Man 2"]);
  });

  test("does not reveal that the other person has liked back since", async () => {
    const t = setupTest();
    const [asha, ravi] = [await woman(t, "Asha"), await man(t, "Ravi")];
    await likes(asha, ravi);
    await likes(ravi, asha);

    expect(await likes(asha, ravi)).toEqual({ match: false });
    expect(await matchesOf(asha)).toEqual(["Ravi"]);
  });
});

describe("a swipe is accepted on", () => {
  test("everybody in my deck, dealt yet or not", async () => {
    const t = setupTest();
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 24)];
    const shown = await deckOf(asha);
    const unseen = men.find((_, i) => !shown.includes(`Man ${i + 1}`))!;

    expect(await likes(asha, unseen)).toEqual({ match: false });
    expect(await pendingOf(unseen)).toEqual(["Asha"]);
  });

  test("nobody else, and every wrong id gets the same refusal without effect", async () => {
    const t = setupTest();
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
        await expect(asha.mutation(api.swipes.swipe, { profileId, liked })).rejects.toMatchObject(notFound);
      }
    }
    expect(await swipesLeft(asha)).toBe(5);
    expect(await pendingOf(tara)).toEqual([]);
  });

  test("a person who is no member can neither fetch a deck nor swipe", async () => {
    const t = setupTest();
    const [ravi, waiting, nobody] = [await man(t, "Ravi"), await applicant(t, "Mo"), await newcomer(t, "Nobody")];

    for (const person of [waiting, nobody]) {
      await expect(person.query(api.swipes.deck, {})).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
      await expect(person.mutation(api.swipes.advance, {})).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
      await expect(likes(person, ravi)).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
    }
    await expect(t.query(api.swipes.deck, {})).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
    const swipe = t.mutation(api.swipes.swipe, { profileId: ravi.userId, liked: true });
    await expect(swipe).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
    expect(await pendingOf(ravi)).toEqual([]);
  });
});

test("the deck's cursor is moved on a hundred times at once, then two hundred times an hour", async () => {
  const t = setupTest();
  const [asha, tara] = [await woman(t, "Asha"), await woman(t, "Tara")];
  freeze();
  const advance = async (times: number) => {
    const all = Array.from({ length: times }, () => asha.mutation(api.swipes.advance, {}));
    return (await Promise.allSettled(all)).filter(({ status }) => status === "fulfilled").length;
  };

  expect(await advance(120)).toBe(100);
  await expect(asha.mutation(api.swipes.advance, {})).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
  await tara.mutation(api.swipes.advance, {});
  pass(6 * 60_000);
  expect(await advance(30)).toBe(20);
});

describe("an answer", () => {
  test("to a dislike is the same whether or not the other person liked first, and so is one to a like without a match", async () => {
    const t = setupTest();
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 4)];
    const [fan, stranger, cold, warm] = men as [(typeof men)[0], (typeof men)[0], (typeof men)[0], (typeof men)[0]];
    await likes(fan, asha);
    await dislikes(cold, asha);

    expect(await dislikes(asha, fan)).toEqual(await dislikes(asha, stranger));
    expect(await likes(asha, cold)).toEqual(await likes(asha, warm));
    expect(await pendingOf(cold)).toEqual([]);
  });

  test("with a deck or pending likes has no handle, phone number or e-mail address", async () => {
    const t = setupTest();
    const secrets = { instagramHandle: "canary.handle", phoneNumber: "+915551234567" };
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", secrets)];
    await likes(ravi, asha);
    const seen = [await asha.query(api.swipes.deck, {}), await asha.query(api.matches.pendingLikes, {})];

    expect(JSON.stringify(seen)).toContain("Ravi");
    for (const secret of [...Object.values(secrets), ravi.email]) expect(JSON.stringify(seen)).not.toContain(secret);
    expect(seen[1]).toMatchObject([{ instagramHandle: "" }]);
  });
});
