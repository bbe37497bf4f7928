/** People at the festival have a mark on their cards. A viewer may choose to be dealt them first, which costs no reads and omits nobody. */
import fc from "fast-check";
import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { type Kind, aMan, crowd, likes, man, woman } from "../../testing/crowd.testing";
import { setAtFestival } from "../../model/tickets/tickets";
import type { Person } from "../../testing/people.testing";
import { type Product, rowsIn, setupTest, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";
import { deckOf } from "../../testing/views.testing";
import { runs } from "../../testing/runs.testing";

const aWoman = { gender: "female", interestedIn: "male", tier: "gold" } as const;

describe("the mark", () => {
  test("is on a ticket holder's card, in decks and among likes, and on their own profile", async ({ t }) => {
    const [asha, ravi, sanj] = [await woman(t, "Asha"), await man(t, "Ravi"), await man(t, "Sanj")];
    await arrives(t, ravi);
    await likes(ravi, asha);
    await likes(sanj, asha);
    const marks = (cards: { name: string; atFestival?: true }[]) =>
      Object.fromEntries(cards.map(({ name, atFestival }) => [name, atFestival]));
    const expected = { Ravi: true, Sanj: undefined };

    expect(marks((await asha.query(api.swipes.deck, {})).profiles)).toEqual(expected);
    expect(marks(await asha.query(api.matches.pendingLikes, {}))).toEqual(expected);
    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ atFestival: true });
    expect(await sanj.query(api.profiles.me, {})).toMatchObject({ atFestival: false });
  });

  test("disappears with the ticket, changes no position in a deck, and reruns no deck without its member", async ({
    t,
  }) => {
    const [asha, tara, ravi] = [await woman(t, "Asha"), await woman(t, "Tara"), await man(t, "Ravi")];
    const positions = async () => (await rowsIn(t, "deckEntries")).map(({ position, tier }) => [position, tier]);
    const before = await positions();
    const open = await traced(() => asha.query(api.swipes.deck, {}));
    const { writes } = await traced(() => arrives(t, tara));
    expect(open.touchedBy(writes)).toBe(false);
    expect(await positions()).toEqual(before);

    await t.run(async (ctx) => {
      const ticket = await ctx.db.query("tickets").first();
      await ctx.db.patch("tickets", ticket!._id, { userId: undefined });
      await setAtFestival(ctx, tara.userId);
    });
    expect((await ravi.query(api.swipes.deck, {})).profiles.map(({ atFestival }) => atFestival)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe("dealing people at the festival first", () => {
  test("is offered only if organisers track who is there, and each member switches it on and off", async ({ t }) => {
    const asha = await woman(t, "Asha");
    const isFestivalFirst = async () => (await asha.query(api.profiles.me, {})).atFestivalFirst;
    expect(await isFestivalFirst()).toBe(null);
    await t.run(async (ctx) => {
      const rules = { domains: [], domainsMark: false, domainsOnly: false, codes: "optional" as const, version: 1 };
      await ctx.db.insert("ticketRules", rules);
    });
    expect(await isFestivalFirst()).toBe(false);
    await first(asha);
    expect(await isFestivalFirst()).toBe(true);
    await first(asha, false);
    expect(await isFestivalFirst()).toBe(false);
  });

  test("puts them first in each tier's slots, at the same cost, and changes no other viewer's deck", async () => {
    const t = setupTest();
    const [asha, tara] = await crowd(t, [aWoman, { ...aWoman }]);
    const men = await crowd(t, [
      ...Array.from({ length: 20 }, (): Kind => ({ ...aMan })),
      ...Array.from({ length: 4 }, (): Kind => ({ ...aMan, tier: "vip" })),
    ]);
    const plain = await traced(() => asha!.query(api.swipes.deck, {}));
    const others = await deckOf(tara!);
    for (const i of [13, 14, 15, 23]) await arrives(t, men[i]!);
    await first(asha!);
    const { result, documents, ranges } = await traced(() => asha!.query(api.swipes.deck, {}));

    const festivalPlaces = result.profiles.flatMap(({ atFestival }, i) => (atFestival ? [i] : []));
    // The slots are likers, VIP, Gold, likers, other. Without likers and Gold the next source gets theirs. Four are VIP.
    expect(festivalPlaces).toEqual([0, 2, 4, 6]);
    expect(result.profiles.map(({ _id }) => _id).toSorted()).toEqual(
      plain.result.profiles.map(({ _id }) => _id).toSorted(),
    );
    expect([documents, ranges]).toEqual([plain.documents, plain.ranges]);
    expect(await deckOf(tara!)).toEqual(others);
  });

  test("still deals every member once, within the reads of a deck, whenever people arrive", async () => {
    const world = fc.record({
      there: fc.array(fc.boolean(), { minLength: 50, maxLength: 50 }),
      coming: fc.array(fc.nat(49), { minLength: 30, maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(world, async ({ there, coming }) => {
        const t = setupTest();
        const [asha] = await crowd(t, [aWoman]);
        const men = await crowd(
          t,
          Array.from({ length: 50 }, (): Kind => ({ ...aMan })),
        );
        for (const [i, him] of men.entries()) if (there[i]) await arrives(t, him);
        await first(asha!);
        const swiped: number[] = [];
        for (let left = men.length; left > 0; left -= 1) {
          const { result, documents, ranges } = await traced(() => asha!.query(api.swipes.deck, {}));
          expect(result.profiles.length).toBe(Math.min(20, left));
          expect(documents).toBeLessThanOrEqual(54);
          expect(ranges).toBeLessThanOrEqual(50);
          const next = men.findIndex(({ userId }) => userId === result.profiles[0]!._id);
          await asha!.mutation(api.swipes.swipe, { profileId: men[next]!.userId, liked: false });
          swiped.push(next);
          if (left % 2 === 0) await arrives(t, men[coming[left / 2] ?? 0]!);
        }
        expect(new Set(swiped).size).toBe(men.length);
      }),
      { numRuns: runs(1) },
    );
  }, 300_000);
});

/** A person claims a ticket, unless they have one. */
async function arrives(t: Product, { userId }: Person): Promise<void> {
  await t.run(async (ctx) => {
    const own = ctx.db.query("tickets").withIndex("by_userId_and_arrivedAt", (q) => q.eq("userId", userId));
    if ((await own.first()) !== null) return;
    await ctx.db.insert("tickets", { codeHash: userId, userId });
    await setAtFestival(ctx, userId);
  });
}

async function first(person: Person, wanted = true): Promise<void> {
  await person.mutation(api.swipes.setAtFestivalFirst, { wanted });
}
