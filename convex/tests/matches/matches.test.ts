import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import {
  crowd,
  disappears,
  dislikes,
  gold,
  likes,
  man,
  match,
  several,
  woman,
  type Kind,
  pair,
  ashaAndMen,
} from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { setupTest, test } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf, pendingOf, swipesLeft } from "../../testing/views.testing";
import { runs } from "../../testing/runs.testing";

const noAnswer = { code: "NOT_FOUND", message: "Failed to respond to like" };
const noUnmatch = { code: "NOT_FOUND", message: "Failed to unmatch" };
const noSwipe = { code: "NOT_FOUND", message: "Failed to process swipe" };

describe("a match", () => {
  test("is made by two likes, and each person then sees the other's handle", async () => {
    const { asha, ravi } = await pair();

    expect(await likes(asha, ravi)).toEqual({ match: false });
    expect(await asha.query(api.matches.list, {})).toEqual([]);
    const answer = await likes(ravi, asha);
    expect(answer).toMatchObject({
      match: true,
      user: { _id: asha.userId, name: "Asha", instagramHandle: "asha.insta" },
    });
    expect(await asha.query(api.matches.list, {})).toEqual([
      {
        matchId: answer.match && answer.matchId,
        createdAt: expect.any(Number),
        user: {
          _id: ravi.userId,
          name: "Ravi",
          age: 21,
          bio: "Ravi likes late concerts.",
          photoURL: expect.stringMatching(/^https:\/\/some-deployment\.convex\.cloud\/api\/storage\//),
          photos: [expect.objectContaining({ url: expect.stringContaining("/api/storage/") })],
          instagramHandle: "ravi.insta",
          isPremium: false,
          isVIP: false,
        },
      },
    ]);
    expect([await pendingOf(asha), await pendingOf(ravi)]).toEqual([[], []]);
  });

  test("shows each person the other's whole card while it lasts, and is closed to outsiders", async () => {
    const { t, asha, ravi } = await pair();
    const [mallory, matchId] = [await man(t, "Mallory"), await match(asha, ravi)];
    expect(await asha.query(api.matches.person, { matchId })).toMatchObject({
      _id: ravi.userId,
      name: "Ravi",
      hobbies: expect.any(Array),
      smoking: expect.any(String),
      photos: [expect.objectContaining({ url: expect.stringContaining("/api/storage/") })],
      instagramHandle: "ravi.insta",
    });
    const over = { code: "NOT_FOUND", message: "This match has ended." };
    await expectRefusal(mallory.query(api.matches.person, { matchId }), over);
    await disappears(t, ravi, "suspended");
    await expectRefusal(asha.query(api.matches.person, { matchId }), over);
    await asha.mutation(api.matches.unmatch, { matchId });
    await expect(ravi.query(api.matches.person, { matchId })).rejects.toThrow();
    await expectRefusal(asha.query(api.matches.person, { matchId }), over);
  });

  test("is made once when two people like each other at the same instant, in either order", async () => {
    // Small products, because convex-test reads the whole table for an index range.
    for (let product = 0; product < runs(2); product += 1) {
      const t = setupTest();
      const ten = (kind: Kind) => crowd(t, Array<Kind>(10).fill({ ...kind, tier: "gold" }));
      const women = await ten({ gender: "female", interestedIn: "male" });
      const men = await ten({ gender: "male", interestedIn: "female" });
      for (const [i, her] of women.entries()) {
        for (const [j, him] of men.entries()) {
          const both = (i + j) % 2 ? [likes(her, him), likes(him, her)] : [likes(him, her), likes(her, him)];
          expect((await Promise.all(both)).filter(({ match }) => match)).toHaveLength(1);
        }
      }

      for (const one of [...women, ...men]) {
        expect(new Set(await matchesOf(one)).size).toBe(10);
        expect(await pendingOf(one)).toEqual([]);
      }
    }
  }, 120_000);
});

describe("a pending like", () => {
  test("is listed newest first, and answering it costs no swipe", async () => {
    const { asha, men } = await ashaAndMen(3);
    for (const him of men) await likes(him, asha);
    expect(await pendingOf(asha)).toEqual(["Man 3", "Man 2", "Man 1"]);

    expect(await respond(asha, men[1]!, true)).toMatchObject({ match: true, user: { instagramHandle: "man2.insta" } });
    expect(await respond(asha, men[0]!, false)).toEqual({ match: false });
    expect(await pendingOf(asha)).toEqual(["Man 3"]);
    expect(await matchesOf(asha)).toEqual(["Man 2"]);
    expect(await matchesOf(men[1]!)).toEqual(["Asha"]);
    expect(await matchesOf(men[0]!)).toEqual([]);
    expect(await swipesLeft(asha)).toBe(5);
    expect(await deckOf(asha)).toEqual(["Man 3"]);
  });

  test("can be answered when no swipes are left", async () => {
    const { asha, men } = await ashaAndMen(6);
    await likes(men[5]!, asha);
    for (const him of men.slice(0, 5)) await dislikes(asha, him);

    expect(await respond(asha, men[5]!, true)).toMatchObject({ match: true });
  });

  test("that does not exist cannot be answered", async () => {
    const { t, asha, ravi } = await pair();
    const tara = await woman(t, "Tara");
    await likes(asha, ravi);
    const wrong = [ravi.userId, asha.userId, tara.userId, await match(tara, ravi), "", "nobody"];

    await expectRefusal(respond(asha, ravi, true), noAnswer);
    for (const profileId of wrong) {
      await expectRefusal(asha.mutation(api.matches.respond, { profileId, accepted: true }), noAnswer);
    }
    expect(await matchesOf(asha)).toEqual([]);
    expect(await pendingOf(ravi)).toEqual(["Asha"]);
  });
});

describe("unmatching", () => {
  test("ends the match for both, immediately and for good", async () => {
    const { asha, ravi } = await pair();
    const matchId = await match(asha, ravi);
    await asha.mutation(api.matches.unmatch, { matchId });

    for (const [one, other] of [[asha, ravi] as const, [ravi, asha] as const]) {
      expect([await matchesOf(one), await pendingOf(one), await deckOf(one)]).toEqual([[], [], []]);
      await expectRefusal(likes(one, other), noSwipe);
      await expectRefusal(dislikes(one, other), noSwipe);
      await expectRefusal(respond(one, other, true), noAnswer);
      await expectRefusal(one.mutation(api.matches.unmatch, { matchId }), noUnmatch);
    }
  });

  test("is refused to anyone but the two people of the match", async () => {
    const { t, asha, ravi } = await pair();
    const mallory = await woman(t, "Mallory");
    const matchId = await match(asha, ravi);

    for (const id of [matchId, mallory.userId, "", "no match", "10000;matches"]) {
      await expectRefusal(mallory.mutation(api.matches.unmatch, { matchId: id }), noUnmatch);
    }
    expect(await matchesOf(asha)).toEqual(["Ravi"]);
  });
});

describe("the lists", () => {
  test("are newest first and keep to the requested limit, even an invalid one", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 6)];
    for (const him of men.slice(0, 3)) await match(him, asha);
    for (const him of men.slice(3)) await likes(him, asha);

    for (const [limit, length] of [
      [1, 1],
      [2, 2],
      [0, 1],
      [-5, 1],
      [2.9, 2],
      [1e9, 3],
      [NaN, 3],
      [Infinity, 3],
    ]) {
      const lists = await Promise.all([
        asha.query(api.matches.list, { limit }).then((list) => list.map(({ user }) => user.name)),
        asha.query(api.matches.pendingLikes, { limit }).then((list) => list.map(({ name }) => name)),
      ]);
      expect(lists).toEqual([
        ["Man 3", "Man 2", "Man 1"].slice(0, length),
        ["Man 6", "Man 5", "Man 4"].slice(0, length),
      ]);
    }
  });
});

test("more than a hundred matches can be listed, and a suspended person takes no place in the list", async () => {
  const { t, asha, men } = await ashaAndMen(3);
  await t.run(async (ctx) => {
    for (let n = 0; n < 150; n += 1) {
      const him = men[n % 3]?.userId ?? asha.userId;
      await ctx.db.insert("matches", n % 2 === 0 ? { a: asha.userId, b: him } : { a: him, b: asha.userId });
    }
  });
  const sizes = async () =>
    await Promise.all(
      [undefined, 100, 140, 200].map(async (limit) => (await asha.query(api.matches.list, { limit })).length),
    );

  expect(await sizes()).toEqual([100, 100, 140, 150]);
  await disappears(t, men[0]!, "suspended");
  expect(await sizes()).toEqual([100, 100, 100, 100]);
  const rest = await asha.query(api.matches.list, { limit: 200 });
  expect(new Set(rest.map(({ matchId }) => matchId)).size).toBe(100);
  expect(rest.map(({ createdAt }) => createdAt)).toEqual(rest.map(({ createdAt }) => createdAt).sort((x, y) => y - x));
});

test("a hidden person leaves the pending likes but keeps their matches; a suspended one leaves all lists", async () => {
  const { t, asha, men } = await ashaAndMen(4);
  await match(men[0]!, asha);
  await match(men[1]!, asha);
  for (const him of men.slice(2)) await likes(him, asha);
  await disappears(t, men[0]!);
  await disappears(t, men[1]!, "suspended");
  await disappears(t, men[2]!);

  expect(await matchesOf(asha)).toEqual(["Man 1"]);
  expect(await pendingOf(asha)).toEqual(["Man 4"]);
  await expectRefusal(respond(asha, men[2]!, true), noAnswer);
  await expectRefusal(likes(asha, men[2]!), noSwipe);
  await expectRefusal(likes(men[1]!, asha), "FORBIDDEN");
});

async function respond(me: Person, { userId }: Person, accepted: boolean) {
  return await me.mutation(api.matches.respond, { profileId: userId, accepted });
}
