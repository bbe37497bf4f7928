/** Limits on the reads and writes of calls, which do not depend on the machine. */
import type { FunctionArgs } from "convex/server";
import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import {
  type Kind,
  aMan,
  crowd,
  disappears,
  dislikes,
  gold,
  likes,
  man,
  match,
  menOfAllTiers,
  pair,
  several,
  vip,
  woman,
} from "../../testing/crowd.testing";
import { applicant, approve, type Person } from "../../testing/people.testing";
import { rowsIn, setupTest, test } from "../../testing/product.testing";
import schema from "../../schema";
import { traced, type Write } from "../../testing/traces.testing";

const COST_LIMIT = 64;

describe("a deck", () => {
  test("of twenty reads at most thirty documents in eighteen index ranges, for any number of members and swipes", async () => {
    const t = setupTest();
    const asha = await gold(t, await woman(t, "Asha"));
    const [fresh] = [await costOfDeck(asha), await crowd(t, Array<Kind>(60).fill(aMan))];
    expect(fresh.dealt).toBe(0);
    const few = await costOfDeck(asha);
    for (let i = 0; i < 20; i += 1) await swipeNext(asha);
    const after20 = await costOfDeck(asha);
    await crowd(t, Array<Kind>(100).fill(aMan));
    const crowded = await costOfDeck(asha);
    for (let i = 0; i < 60; i += 1) await swipeNext(asha);
    const after80 = await costOfDeck(asha);

    // A visit begins with ten.
    expect(await costOfDeck(asha, { queued: 0 })).toMatchObject({ dealt: 10, documents: 14 });
    const free = await costOfDeck(await woman(t, "Bina"), { queued: 0 });
    expect(free).toMatchObject({ dealt: 6, documents: 11, ranges: 18 });
    // Guard: session, user, profile, and that the app is not closed. Cursor: deck, and until the first swipe audience and viewer group. Then the sources.
    expect(few).toEqual({ dealt: 20, documents: 25, ranges: 15, depth: 5 });
    for (const cost of [after20, crowded, after80]) {
      expect(cost.dealt).toBe(20);
      expect(cost.documents).toBeLessThanOrEqual(30);
      expect(cost.ranges).toBeLessThanOrEqual(18);
      expect(cost.depth).toBeLessThanOrEqual(5);
    }
  });

  test("for a free member's visit reads one row for each card, whatever the tiers", async ({ t }) => {
    await menOfAllTiers(t, 18);

    const visit = await costOfDeck(await woman(t, "Bina"), { queued: 0 });
    expect(visit).toMatchObject({ dealt: 6, documents: 11 });
  });

  test("with all sources full stays within the limit, even with decided and hidden people in between", async () => {
    const t = setupTest();
    const asha = await gold(t, await woman(t, "Asha"));
    const men = await menOfAllTiers(t, 120);
    const costs = [await costOfDeck(asha)];
    for (const him of men.slice(0, 40)) await likes(him, asha);
    costs.push(await costOfDeck(asha));
    for (const him of men.slice(0, 12)) await disappears(t, him);
    costs.push(await costOfDeck(asha));
    for (const him of men.slice(20).filter((_, i) => i % 3 !== 1)) await dislikes(asha, him);
    costs.push(await costOfDeck(asha));
    for (const him of men.slice(20).filter((_, i) => i % 3 === 1)) await dislikes(asha, him);
    costs.push(await costOfDeck(asha));

    for (const { documents, ranges } of costs) {
      expect(documents).toBeLessThanOrEqual(COST_LIMIT);
      expect(ranges).toBeLessThanOrEqual(COST_LIMIT);
    }
    expect(costs.map(({ dealt }) => dealt > 0)).toEqual([true, true, true, true, true]);
  });

  test("is still full when many likers are hidden", async ({ t }) => {
    const [asha, fans] = [await woman(t, "Asha"), await crowd(t, Array<Kind>(30).fill(aMan))];
    await crowd(t, Array<Kind>(20).fill(aMan));
    for (const him of fans) {
      await likes(him, asha);
      await disappears(t, him);
    }

    expect((await costOfDeck(asha)).dealt).toBe(20);
  });

  test("deals the likers who still fit after one swipe, however many earlier likers are hidden", async ({ t }) => {
    const [asha, fans] = [await woman(t, "Asha"), await crowd(t, Array<Kind>(9).fill(aMan))];
    for (const him of fans) {
      await likes(him, asha);
      await disappears(t, him);
    }
    const men = await crowd(t, Array<Kind>(40).fill(aMan));
    for (const him of men.slice(25, 27)) await likes(him, asha);
    expect((await costOfDeck(asha)).dealt).toBe(20);
    await swipeNext(asha);

    const { result, documents } = await traced(() => asha.query(api.swipes.deck, {}));
    const likers = result.profiles.flatMap(({ _id }, i) =>
      men.slice(25, 27).some(({ userId }) => userId === _id) ? [i] : [],
    );
    expect(likers).toEqual([2, 4]);
    expect(documents).toBeLessThanOrEqual(COST_LIMIT);
  });

  test("forgets people decided out of order once the cursor has passed them", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 5)];
    for (const him of men.toReversed()) await dislikes(asha, him);
    await asha.mutation(api.swipes.advance, {});
    const decks = await t.run(async (ctx) => await ctx.db.query("decks").withIndex("by_userId").collect());

    expect(decks.find(({ userId }) => userId === asha.userId)?.decidedAhead).toEqual([]);
  });
});

describe("a swipe", () => {
  test("reads and writes a limited number of documents and index entries", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await crowd(t, Array<Kind>(40).fill(aMan))];
    await swipeNext(asha);
    const next = await swipeOf(asha, await nextOf(asha), true);
    const dislike = await swipeOf(asha, await nextOf(asha), false);
    const rest = (await asha.query(api.swipes.deck, {})).profiles.map(({ _id }) => _id);
    // From far to near: the cursor cannot move, so each swipe reads the people before it.
    const detours = [];
    for (const _id of rest.slice(1).toReversed()) detours.push(await swipeOf(asha, _id, false));
    detours.push(await swipeOf(asha, rest[0]!, false));
    const fan = men.find(({ userId }) => userId === rest[19])!;
    const free = await woman(t, "Free");
    await likes(fan, free);
    const matching = await swipeOf(free, fan.userId, true);

    expect(tables(next.writes)).toEqual(["decks", "pendingLikes", "swipes", "tallies"]);
    expect(tables(dislike.writes)).toEqual(["decks", "swipes", "tallies"]);
    const forMatch = ["outbox", "unseenMatches", "unseenMatches"];
    expect(tables(matching.writes)).toEqual(
      ["decks", "matches", "pendingLikes", "swipes", "tallies", "viewerGroups", ...forMatch].toSorted(),
    );
    // A like checks whether the other person wants mails about it.
    expect([next.ranges, dislike.ranges]).toEqual([9, 8]);
    // The guard, the pair with the deck, and what may follow. A first swipe also reads where to begin.
    expect([next.depth, dislike.depth, matching.depth]).toEqual([3, 2, 5]);
    expect([entries(next.writes), entries(dislike.writes)]).toEqual([14, 10]);
    expect([next.documents, dislike.documents]).toEqual([5, 5]);
    expect(Math.max(...detours.map(({ documents }) => documents))).toBe(6);
    for (const cost of [next, dislike, ...detours, matching]) {
      // The other person's deck entry shows a match without their account and pictures.
      expect(cost.documents).toBeLessThanOrEqual(12);
      expect(cost.ranges).toBeLessThanOrEqual(18);
      // A match also queues one mail or notification.
      expect(cost.writes.length).toBeLessThanOrEqual(9);
      expect(entries(cost.writes)).toBeLessThanOrEqual(36);
    }
  });

  test("writes no document that another person's swipe writes, except the pending like that it answers", async () => {
    const t = setupTest();
    const [women, men] = [await several(woman, t, "Woman", 5), await several(man, t, "Man", 5)];
    const writers = new Map<string, Set<string>>();
    for (const one of [...women, ...men]) {
      for (const other of women.includes(one) ? men : women) {
        for (const { table, before, after } of (await swipeOf(one, other.userId, true)).writes) {
          const row = `${table} ${(after ?? before)?._id}`;
          writers.set(row, (writers.get(row) ?? new Set()).add(one.email));
        }
      }
    }
    const shared = [...writers].filter(([, people]) => people.size > 1).map(([row]) => row.split(" ")[0]);

    expect(shared).toEqual(Array.from({ length: 25 }, () => "pendingLikes"));
  });
});

describe("a first swipe", () => {
  test("writes a row of its viewer group, which at most three of 130 viewers write", async ({ t }) => {
    const [him] = await crowd(t, [{ gender: "male", interestedIn: "female" }]);
    const women = await crowd(
      t,
      Array.from({ length: 130 }, () => ({ gender: "female", interestedIn: "male" }) as const),
    );
    for (const her of women) await dislikes(her, him!);
    const groups = await rowsIn(t, "viewerGroups");

    expect(groups.map(({ started }) => started).toSorted()).toEqual([...Array.from({ length: 62 }, () => 2), 3, 3]);
  });
});

describe("subscriptions that rerun", () => {
  test("after a like belong to the two people, after a dislike only to the swiper", async ({ t }) => {
    const [asha, ravi, tara, sanj] = [
      await woman(t, "Asha"),
      await man(t, "Ravi"),
      await woman(t, "Tara"),
      await man(t, "Sanj"),
    ];
    await match(tara, sanj);
    for (const liked of [false, true]) {
      const him = liked ? ravi : sanj;
      const open = {
        self: await subscriptions(asha),
        other: await subscriptions(him),
        tara: await subscriptions(tara),
      };
      const { writes } = await swipeOf(asha, him.userId, liked);

      expect(open.self.some((query) => query.touchedBy(writes))).toBe(true);
      expect(open.other.some((query) => query.touchedBy(writes))).toBe(liked);
      expect(open.tara.some((query) => query.touchedBy(writes))).toBe(false);
    }
    const open = [...(await subscriptions(tara)), ...(await subscriptions(sanj))];
    const { writes } = await swipeOf(ravi, asha.userId, true);
    expect(tables(writes)).toContain("matches");
    expect(open.some((query) => query.touchedBy(writes))).toBe(false);
  });

  test("after a swipe are the swiper's profile, and after a like also the other person's news", async () => {
    const t = setupTest();
    const [asha, ravi, sanj] = [await woman(t, "Asha"), await man(t, "Ravi"), await man(t, "Sanj")];
    await t.mutation(internal.profiles.updateDay, {});
    for (const [him, liked] of [
      [sanj, false],
      [ravi, true],
    ] as const) {
      // The subscriptions of a page that shows the deck.
      const open = async (person: Person) => ({
        me: await traced(() => person.query(api.profiles.me, {})),
        news: await traced(() => person.query(api.matches.news, {})),
        festival: await traced(() => person.query(api.festival.settings, {})),
      });
      const [own, others] = [await open(asha), await open(him)];
      const { writes } = await swipeOf(asha, him.userId, liked);
      const again = (queries: typeof own) =>
        Object.entries(queries).flatMap(([name, query]) => (query.touchedBy(writes) ? [name] : []));

      expect(again(own)).toEqual(["me"]);
      expect(again(others)).toEqual(liked ? ["news"] : []);
    }
  });

  test("after an approval or a purchase of VIP include no other member's lists", async () => {
    const { t, asha, ravi } = await pair();
    await likes(ravi, asha);
    const late = await applicant(t, "Late", { gender: "male", interestedIn: "female" });
    const open = await subscriptions(asha, false);
    const { writes } = await traced(() => approve(t, late));
    const bought = await traced(() => vip(t, late));

    expect(tables(writes)).toContain("deckEntries");
    expect(open.some((query) => query.touchedBy([...writes, ...bought.writes]))).toBe(false);
  });
});

async function costOfDeck(person: Person, args: FunctionArgs<typeof api.swipes.deck> = {}) {
  const { result, documents, ranges, depth } = await traced(() => person.query(api.swipes.deck, args));
  return { dealt: result.profiles.length, documents, ranges, depth };
}

async function nextOf(person: Person): Promise<Id<"users">> {
  return (await person.query(api.swipes.deck, {})).profiles[0]!._id;
}

async function swipeNext(person: Person): Promise<void> {
  await person.mutation(api.swipes.swipe, { profileId: await nextOf(person), liked: false });
}

async function swipeOf(person: Person, profileId: Id<"users">, liked: boolean) {
  return await traced(() => person.mutation(api.swipes.swipe, { profileId, liked }));
}

/** Returns traces of the queries that a person's screens subscribe to, and of the deck, as if they subscribed to it. */
async function subscriptions(person: Person, withDeck = true) {
  return [
    await traced(() => person.query(api.profiles.me, {})),
    await traced(() => person.query(api.matches.list, {})),
    await traced(() => person.query(api.matches.pendingLikes, {})),
    await traced(() => person.query(api.matches.news, {})),
    ...(withDeck ? [await traced(() => person.query(api.swipes.deck, {}))] : []),
  ];
}

function tables(writes: Write[]): string[] {
  return writes.map(({ table }) => table).toSorted();
}

/** Index entries of the written rows: the declared ones, and the two by id and creation time. */
function entries(writes: Write[]): number {
  const indexes = Object.fromEntries(Object.entries(schema.tables).map(([name, table]) => [name, table[" indexes"]()]));
  return writes.reduce((sum, { table }) => sum + 2 + (indexes[table]?.length ?? 0), 0);
}
