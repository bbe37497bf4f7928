/** The gates of cost that no machine's mood changes. */
import { describe, expect, test } from "vitest";
import { api } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { crowd, disappears, dislikes, gold, likes, man, match, several, vip, woman } from "./crowd.testing";
import { applicant, approve, setupTest, type Person, type Product } from "./people.testing";
import schema from "./schema";
import { traced, type Write } from "./traces.testing";

const GATE = 64;

describe("a deck", () => {
  test("of twenty reads twenty-five documents in ten index ranges, whatever the number of members and own swipes", async () => {
    const t = setupTest();
    const asha = await gold(t, await woman(t, "Asha"));
    const [fresh] = [await costOfDeck(asha), await several(man, t, "Man", 60)];
    expect(fresh.dealt).toBe(0);
    const few = await costOfDeck(asha);
    for (let i = 0; i < 20; i += 1) await swipeNext(asha);
    const after20 = await costOfDeck(asha);
    await several(man, t, "Late man", 100);
    const crowded = await costOfDeck(asha);
    for (let i = 0; i < 60; i += 1) await swipeNext(asha);
    const after80 = await costOfDeck(asha);

    // Guard: session, user, profile. Cursor: deck, and until the first swipe audience and viewer group. Then the sources.
    expect(few).toEqual({ dealt: 20, documents: 25, ranges: 10 });
    for (const cost of [after20, crowded, after80]) {
      expect(cost.dealt).toBe(20);
      expect(cost.documents).toBeLessThanOrEqual(30);
      expect(cost.ranges).toBeLessThanOrEqual(10);
    }
  }, 30_000);

  test("with all sources full stays in the gate, also where decided and hidden people lie in the way", async () => {
    const t = setupTest();
    const asha = await gold(t, await woman(t, "Asha"));
    const men = await mixedCrowd(t, 120);
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
      expect(documents).toBeLessThanOrEqual(GATE);
      expect(ranges).toBeLessThanOrEqual(GATE);
    }
    expect(costs.map(({ dealt }) => dealt > 0)).toEqual([true, true, true, true, true]);
  }, 60_000);

  test("is not emptied by many likers who cannot be shown now", async () => {
    const t = setupTest();
    const [asha, fans] = [await woman(t, "Asha"), await several(man, t, "Fan", 30)];
    await several(man, t, "Man", 20);
    for (const him of fans) {
      await likes(him, asha);
      await disappears(t, him);
    }

    expect((await costOfDeck(asha)).dealt).toBe(20);
  });

  test("remembers nobody out of order once they are passed", async () => {
    const t = setupTest();
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 5)];
    for (const him of men.toReversed()) await dislikes(asha, him);
    await asha.mutation(api.swipes.advance, {});
    const decks = await t.run(async (ctx) => await ctx.db.query("decks").withIndex("by_userId").collect());

    expect(decks.find(({ userId }) => userId === asha.userId)?.decidedAhead).toEqual([]);
  });
});

describe("a swipe", () => {
  test("costs a few documents and index entries, and the most that it may", async () => {
    const t = setupTest();
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 40)];
    await swipeNext(asha);
    const next = await swipeOf(asha, await nextOf(asha), true);
    const dislike = await swipeOf(asha, await nextOf(asha), false);
    const rest = (await asha.query(api.swipes.deck, {})).profiles.map(({ _id }) => _id);
    // Far to near: nothing is at the cursor, so each looks at the people on its way.
    const detours = [];
    for (const _id of rest.slice(1).toReversed()) detours.push(await swipeOf(asha, _id, false));
    detours.push(await swipeOf(asha, rest[0]!, false));
    const fan = men.find(({ userId }) => userId === rest[19])!;
    const free = await woman(t, "Free");
    await likes(fan, free);
    const matching = await swipeOf(free, fan.userId, true);

    expect(tables(next.writes)).toEqual(["decks", "pendingLikes", "swipes"]);
    expect(tables(dislike.writes)).toEqual(["decks", "swipes"]);
    expect(tables(matching.writes)).toEqual(["decks", "matches", "pendingLikes", "quotas", "swipes", "viewerGroups"]);
    expect([next.ranges, dislike.ranges]).toEqual([7, 7]);
    expect([entries(next.writes), entries(dislike.writes)]).toEqual([11, 7]);
    for (const cost of [next, dislike, ...detours, matching]) {
      expect(cost.documents).toBeLessThanOrEqual(16);
      expect(cost.ranges).toBeLessThanOrEqual(16);
      expect(cost.writes.length).toBeLessThanOrEqual(6);
      expect(entries(cost.writes)).toBeLessThanOrEqual(21);
    }
  });

  test("writes no document that another person's swipe writes too, but a pending like when answering it", async () => {
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
  test("writes a row that the first swipes of sixteen people write at most", async () => {
    const t = setupTest();
    const [him] = await crowd(t, [{ gender: "male", interestedIn: "female" }]);
    const women = await crowd(
      t,
      Array.from({ length: 130 }, () => ({ gender: "female", interestedIn: "male" }) as const),
    );
    for (const her of women) await dislikes(her, him!);
    const groups = await t.run(async (ctx) => await ctx.db.query("viewerGroups").collect());

    expect(groups.map(({ started }) => started).toSorted()).toEqual([...Array.from({ length: 62 }, () => 2), 3, 3]);
  });
});

describe("what runs again", () => {
  test("after a swipe: only queries of the two; after a dislike: only the swiper's", async () => {
    const t = setupTest();
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

  test("after an approval or a change of tier: nobody else's lists", async () => {
    const t = setupTest();
    const [asha, ravi] = [await woman(t, "Asha"), await man(t, "Ravi")];
    await likes(ravi, asha);
    const late = await applicant(t, "Late", { gender: "male", interestedIn: "female" });
    const open = await subscriptions(asha, false);
    const { writes } = await traced(() => approve(t, late));
    const bought = await traced(() => vip(t, late));

    expect(tables(writes)).toContain("deckEntries");
    expect(open.some((query) => query.touchedBy([...writes, ...bought.writes]))).toBe(false);
  });
});

async function costOfDeck(person: Person) {
  const { result, documents, ranges } = await traced(() => person.query(api.swipes.deck, {}));
  return { dealt: result.profiles.length, documents, ranges };
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

/** What somebody's open screens are subscribed to, and their deck as if it were. */
async function subscriptions(person: Person, withDeck = true) {
  return [
    await traced(() => person.query(api.profiles.me, {})),
    await traced(() => person.query(api.matches.list, {})),
    await traced(() => person.query(api.matches.pendingLikes, {})),
    ...(withDeck ? [await traced(() => person.query(api.swipes.deck, {}))] : []),
  ];
}

/** Men of all tiers. */
async function mixedCrowd(t: Product, count: number): Promise<Person[]> {
  const men = await several(man, t, "Man", count);
  for (const [i, him] of men.entries()) {
    if (i % 3 === 0) await vip(t, him);
    if (i % 3 === 1) await gold(t, him);
  }
  return men;
}

function tables(writes: Write[]): string[] {
  return writes.map(({ table }) => table).toSorted();
}

/** Index entries of the rows written: those declared, and by id and by time of creation. */
function entries(writes: Write[]): number {
  const indexes = Object.fromEntries(Object.entries(schema.tables).map(([name, table]) => [name, table[" indexes"]()]));
  return writes.reduce((sum, { table }) => sum + 2 + (indexes[table]?.length ?? 0), 0);
}
