import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { frozenTest, pass, SECOND } from "../../testing/clock.testing";
import {
  type Kind,
  aMan,
  crowd,
  disappears,
  dislikes,
  gold,
  likes,
  man,
  several,
  vip,
  woman,
} from "../../testing/crowd.testing";
import { applicant, member, moderator, tokenOf, type Person } from "../../testing/people.testing";
import { type Product, rowsIn, setupTest, test } from "../../testing/product.testing";
import { profileInput, waitingVersion } from "../../testing/profiles.testing";
import { block } from "../../testing/reports.testing";
import type { Interest } from "../../shared/options";
import { deckOf } from "../../testing/views.testing";

describe("a deck holds", () => {
  test("approved people who fit both ways, and nobody else", async ({ t }) => {
    const kinds = [
      ["Straight man", "male", "female"],
      ["Gay man", "male", "male"],
      ["Open man", "male", "everyone"],
      ["Straight woman", "female", "male"],
      ["Gay woman", "female", "female"],
      ["Open woman", "female", "everyone"],
    ] as const;
    const people = new Map<string, Person>();
    for (const [name, gender, interestedIn] of kinds) {
      people.set(name, await member(t, name, { gender, interestedIn }));
      await member(t, `${name} too`, { gender, interestedIn });
      await applicant(t, `${name} waiting`, { gender, interestedIn });
    }
    const wants = (one: (typeof kinds)[number], other: (typeof kinds)[number]) =>
      one[2] === "everyone" || one[2] === other[1];

    for (const me of kinds) {
      const fitting = kinds.filter((other) => wants(me, other) && wants(other, me)).map(([name]) => name);
      const expected = fitting.flatMap((name) => (name === me[0] ? [`${name} too`] : [name, `${name} too`]));
      expect((await deckOf(people.get(me[0])!)).sort()).toEqual(expected.sort());
    }
  });

  test("no person the viewer decided on, even after that person's change of tier or interest", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 6)];
    for (const him of men.slice(0, 5)) await dislikes(asha, him);
    await gold(t, men[0]!);
    await vip(t, men[4]!);
    await looksFor(men[2]!, "Man 3", "male", "everyone");
    expect(await deckOf(asha)).toEqual(["Man 6"]);
    await looksFor(asha, "Asha", "female", "everyone");
    await gold(t, men[1]!);

    expect(await deckOf(asha)).toEqual(["Man 6"]);
    expect(await deckOf(men[2]!)).toEqual(["Asha"]);
  });

  test("no person the viewer decided on, even after that person's change of interest and back", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 2)];
    await dislikes(asha, men[0]!);
    await looksFor(men[0]!, "Man 1", "male", "male");
    await looksFor(men[0]!, "Man 1", "male", "female");

    expect(await deckOf(asha)).toEqual(["Man 2"]);
    expect(await deckOf(men[0]!)).toEqual(["Asha"]);
  });

  test("a person who blocked the viewer, until the viewer decides, even after a change of tier or a restart", async () => {
    const t = setupTest();
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 3)];
    await dislikes(asha, men[0]!);
    await block(men[2]!, asha);
    await vip(t, men[2]!);
    expect(await deckOf(asha)).toEqual(["Man 3", "Man 2"]);
    await looksFor(asha, "Asha", "female", "everyone");

    expect(await deckOf(asha)).toEqual(["Man 3", "Man 2"]);
    await dislikes(asha, men[2]!);
    expect(await deckOf(asha)).toEqual(["Man 2"]);
  });

  test("people of the viewer's current interest, even if it changed while the viewer was hidden", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await several(man, t, "Man", 4)];
    for (const him of men) await dislikes(asha, him);
    const women = await several((t, name) => woman(t, name, { interestedIn: "female" }), t, "Woman", 4);
    await disappears(t, asha);
    await looksFor(asha, "Asha", "female", "female");

    expect((await deckOf(asha)).toSorted()).toEqual(["Woman 1", "Woman 2", "Woman 3", "Woman 4"]);
    await dislikes(asha, women[0]!);
    expect((await deckOf(asha)).toSorted()).toEqual(["Woman 2", "Woman 3", "Woman 4"]);
  });

  test("cards with the specification's fields, the same for every viewer", async ({ t }) => {
    const [asha, tara, ravi] = [await woman(t, "Asha"), await woman(t, "Tara"), await man(t, "Ravi")];
    const { profiles, truncated } = await asha.query(api.swipes.deck, {});

    expect({ profiles, truncated }).toEqual(await tara.query(api.swipes.deck, {}));
    expect(truncated).toBe(false);
    expect(profiles).toEqual([
      {
        _id: ravi.userId,
        name: "Ravi",
        age: 21,
        gender: "male",
        bio: "Ravi likes late concerts.",
        hobbies: ["Music 🎵"],
        drinking: "Never",
        smoking: "Never",
        photoURL: expect.stringMatching(/^https:\/\/some-deployment\.convex\.cloud\/api\/storage\/./),
        photos: [expect.objectContaining({ url: expect.stringContaining("/api/storage/") })],
        isPremium: false,
        isVIP: false,
        instagramHandle: "",
      },
    ]);
  });
});

describe("the order", () => {
  test("repeats liker, VIP, Gold, liker, anyone; an empty source gives its slot to the next", async ({ t }) => {
    const asha = await gold(t, await woman(t, "Asha"));
    const fans = await several(man, t, "Fan", 3);
    await several((t, name) => man(t, name).then((him) => vip(t, him)), t, "Vip", 3);
    await several((t, name) => man(t, name).then((him) => gold(t, him)), t, "Gold", 3);
    await several(man, t, "Other", 4);
    for (const him of fans) await likes(him, asha);
    const sources = (await deckOf(asha)).map((name) => name.split(" ")[0]);

    expect(sources).toEqual([
      ...["Fan", "Vip", "Gold", "Fan", "Other"],
      ...["Fan", "Vip", "Gold", "Vip", "Other"],
      ...["Gold", "Other", "Other"],
    ]);
    expect((await deckOf(asha)).filter((name) => name.startsWith("Fan"))).toEqual(["Fan 1", "Fan 2", "Fan 3"]);
  });

  test("deals a person in two sources once, even if the likers outnumber their slots", async () => {
    const t = setupTest();
    const asha = await woman(t, "Asha");
    const vips = await several((t, name) => man(t, name).then((him) => vip(t, him)), t, "Vip", 16);
    for (const i of [0, 1, 8, 9, 10, 11, 12, 13, 6, 7]) await likes(vips[i]!, asha);

    expect((await deckOf(asha)).toSorted()).toEqual(vips.map((_, i) => `Vip ${i + 1}`).toSorted());
  });

  test("differs between viewers, and a buyer moves up at once", async ({ t }) => {
    const [women, men] = [await several(woman, t, "Woman", 4), await several(man, t, "Man", 12)];
    const decks = await Promise.all(women.map(deckOf));
    expect(new Set(decks.map((deck) => deck.join())).size).toBe(4);
    await gold(t, men[7]!);
    await vip(t, men[9]!);

    for (const her of women) expect((await deckOf(her)).slice(0, 2)).toEqual(["Man 10", "Man 8"]);
  });
});

describe("the cursor", () => {
  test("deals every member once, twenty at a time, including newcomers and members who change tier", async ({ t }) => {
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await mixed(t, 45)];
    const dealt: string[] = [];
    for (let deck = await deckOf(asha); deck.length > 0; deck = await deckOf(asha)) {
      expect(deck.length).toBeLessThanOrEqual(20);
      for (const name of deck.slice(0, 7)) {
        await dislikes(
          asha,
          men.find((_, i) => name === `Man ${i + 1}`)!,
        );
        dealt.push(name);
      }
      if (dealt.length === 21) men.push(await man(t, "Man 46"), await man(t, "Man 47"));
      if (dealt.length === 28) await vip(t, men[men.length - 1]!);
    }

    expect(dealt.toSorted()).toEqual(men.map((_, i) => `Man ${i + 1}`).toSorted());
  });

  test("reaches newcomers and members with a new age: a job gives them positions after the approval", async () => {
    const t = frozenTest();
    const [mona, ravi] = [await moderator(t), await man(t, "Ravi")];
    await ravi.mutation(api.profiles.update, { profile: { age: 22 } });
    for (const person of [ravi, await applicant(t, "Kabir", aMan)]) {
      await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, person), approved: true });
    }
    pass(10 * SECOND);
    await t.mutation(internal.swipes.numberNewcomers, {});

    const positions = (await rowsIn(t, "deckEntries")).map(({ position }) => position);
    expect(new Set(positions)).toEqual(new Set([1, 2]));
  });

  test("gets past 128 people decided out of order: the deck says that it is truncated, and REST advances it", async () => {
    const t = setupTest();
    const [asha, men] = [await gold(t, await woman(t, "Asha")), await crowd(t, Array<Kind>(130).fill(aMan))];
    // From far to near, so that the cursor cannot follow. Then the first two, where it stopped. Only the last two stay undecided.
    for (const him of [...men.slice(2, 128).toReversed(), ...men.slice(0, 2)]) await dislikes(asha, him);
    expect(await asha.query(api.swipes.deck, {})).toEqual({ profiles: [], truncated: true });
    const rest = await t.fetch("/api/users/swipe", { headers: { "x-auth-token": await tokenOf(asha) } });

    const cards = (await rest.json()) as { name: string }[];
    expect(cards.map(({ name }) => name)).toEqual(["Person 128", "Person 129"]);
    for (const him of men.slice(128)) await dislikes(asha, him);
    expect(await asha.query(api.swipes.deck, {})).toEqual({ profiles: [], truncated: false });
  });
});

async function looksFor(person: Person, name: string, gender: "male" | "female", interestedIn: Interest) {
  await person.mutation(api.profiles.update, { profile: profileInput(name, { gender, interestedIn }) });
}

/** Men of all tiers. */
async function mixed(t: Product, count: number): Promise<Person[]> {
  const men = await several(man, t, "Man", count);
  for (const [i, him] of men.entries()) {
    if (i % 4 === 0) await vip(t, him);
    if (i % 3 === 0) await gold(t, him);
  }
  return men;
}

test("a visit begins with a free member's remaining swipes and the card behind the last, and one more for each unsent swipe", async ({
  t,
}) => {
  const [asha, men] = [await woman(t, "Asha"), await crowd(t, Array<Kind>(30).fill(aMan))];
  const dealt = async (queued: number) => (await asha.query(api.swipes.deck, { queued })).profiles.length;
  const sizes = async () => [await dealt(0), await dealt(3)];

  expect(await sizes()).toEqual([6, 9]);
  for (const him of men.slice(0, 2)) await dislikes(asha, him);
  expect(await sizes()).toEqual([4, 7]);
  for (const him of men.slice(2, 5)) await dislikes(asha, him);
  expect(await sizes()).toEqual([1, 4]);
  await gold(t, asha);
  expect(await sizes()).toEqual([10, 13]);
  for (const queued of [NaN, -40, 1e9]) expect(await dealt(queued), String(queued)).toBeLessThanOrEqual(20);
});
