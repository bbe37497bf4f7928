import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { disappears, man, match, woman, pair } from "../../testing/crowd.testing";
import { approve, member, moderator, newcomer, type Person, reject } from "../../testing/people.testing";
import { type Product, rowsIn, setupTest, test } from "../../testing/product.testing";
import { pictureOf, profileInput, waitingVersion } from "../../testing/profiles.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("up to three photos", () => {
  test("are shown in their owner's order, to a moderator, in the deck and in a match", async () => {
    const { t, asha, ravi } = await pair();
    const photoIds = await pictures(t, ravi, 3);
    await ravi.mutation(api.profiles.update, { profile: { photoIds } });
    const waiting = await ravi.query(api.profiles.waiting, {});
    expect(waiting?.photos.map(({ photoId }) => photoId)).toEqual(photoIds);
    const urls = waiting?.photos.map(({ url }) => url);
    const [row] = await (await moderator(t)).query(api.moderator.queue, {});
    expect([row?.photos.map(({ url }) => url), row?.photoURL, row?.shown?.photos.length]).toEqual([urls, urls?.[0], 1]);

    await approve(t, ravi);
    const [card] = (await asha.query(api.swipes.deck, {})).profiles;
    expect([card?.photos.map(({ url }) => url), card?.photoURL]).toEqual([urls, urls?.[0]]);
    for (const { hash } of card?.photos ?? [])
      expect(hash, "a placeholder until the photo is loaded").toMatch(/^[\w+/=]{8,36}$/);
    await match(asha, ravi);
    const [entry] = await asha.query(api.matches.list, {});
    expect([entry?.user.photos, entry?.user.photoURL]).toEqual([card?.photos, urls?.[0]]);
  });

  test("appear only once approved: a new photo behind a shown one waits for a moderator", async ({ t }) => {
    const asha = await member(t, "Asha");
    const shown = (await photosOf(asha))[0] as Id<"photos">;
    const [fresh] = (await pictures(t, asha, 1)) as [Id<"photos">];
    await asha.mutation(api.profiles.update, { profile: { photoIds: [shown, fresh] } });

    expect(await photosOf(asha)).toEqual([shown]);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeWaiting: true });
    await reject(t, asha);
    expect(await photosOf(asha)).toEqual([shown]);
    expect((await rowsIn(t, "photos")).map(({ _id }) => _id)).toEqual([shown]);
  });

  test("stay in place when a new photo replaces the first one", async ({ t }) => {
    const asha = await newcomer(t, "Asha");
    const [one, two, three, four] = await pictures(t, asha, 4);
    const profile = profileInput("Asha", { photoIds: [one, two, three] as string[] });
    await asha.mutation(api.profiles.create, { profile });
    await asha.mutation(api.profiles.update, { profile: { photoId: String(four) } });
    expect(await photosOf(asha)).toEqual([four, two, three]);

    await asha.mutation(api.profiles.update, { profile: { photoId: String(three) } });
    expect(await photosOf(asha)).toEqual([three, two]);
    expect((await rowsIn(t, "photos")).map(({ _id }) => _id)).toEqual([two, three]);
  });
});

describe("fewer photos, or the same in another order,", () => {
  test("are shown at once, in the deck and to a match, without a moderator", async ({ t }) => {
    const [asha, ravi, mona] = [await woman(t, "Asha"), await man(t, "Ravi"), await moderator(t)];
    const [one, two, three] = await threeShown(t, ravi);
    await ravi.mutation(api.profiles.update, { profile: { photoIds: [three, one, two] } });
    expect(await photosOf(ravi)).toEqual([three, one, two]);
    expect(await cardOf(asha)).toEqual(await urlsOf(ravi));

    await ravi.mutation(api.profiles.update, { profile: { photoIds: [two, three] } });
    expect(await photosOf(ravi)).toEqual([two, three]);
    expect(await cardOf(asha)).toEqual(await urlsOf(ravi));
    await match(asha, ravi);
    expect((await asha.query(api.matches.list, {}))[0]?.user.photos.map(({ url }) => url)).toEqual(await urlsOf(ravi));

    expect(
      (await rowsIn(t, "photos")).map(({ _id }) => _id),
      "the one left out is deleted",
    ).not.toContain(one);
    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ changeWaiting: false });
  });

  test("leave a waiting change in its place in the queue, and its approval brings no photo back", async () => {
    const t = setupTest();
    const [asha, ravi, mona] = [await woman(t, "Asha"), await man(t, "Ravi"), await moderator(t)];
    const [one, two, three] = await threeShown(t, ravi);
    await ravi.mutation(api.profiles.update, { profile: { bio: "At the second stage." } });
    const id = await waitingVersion(t, ravi);
    await ravi.mutation(api.profiles.update, { profile: { photoIds: [three, one] } });

    expect(await photosOf(ravi)).toEqual([three, one]);
    const [row] = await mona.query(api.moderator.queue, {});
    expect([row?._id, row?.photos.length, row?.bio]).toEqual([id, 2, "At the second stage."]);
    await mona.mutation(api.moderator.decide, { id, approved: true });
    expect(await cardOf(asha)).toEqual(await urlsOf(ravi));
    expect((await rowsIn(t, "photos")).some(({ _id }) => _id === two)).toBe(false);
  });

  test("withdraw a waiting photo that they leave out", async ({ t }) => {
    const [ravi, mona] = [await man(t, "Ravi"), await moderator(t)];
    const [one, two, three] = await threeShown(t, ravi);
    const [fresh] = (await pictures(t, ravi, 1)) as [Id<"photos">];
    await ravi.mutation(api.profiles.update, { profile: { photoIds: [one, fresh] } });
    expect(await photosOf(ravi), "a new photo makes all of them wait").toEqual([one, two, three]);

    await ravi.mutation(api.profiles.update, { profile: { photoIds: [one] } });
    expect(await photosOf(ravi)).toEqual([one]);
    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect((await rowsIn(t, "photos")).map(({ userId, _id }) => (userId === ravi.userId ? [_id] : [])).flat()).toEqual([
      one,
    ]);
  });

  test("do not bring a hidden person into a deck", async () => {
    const { t, asha, ravi } = await pair();
    const [one, two] = await threeShown(t, ravi);
    await disappears(t, ravi);
    await ravi.mutation(api.profiles.update, { profile: { photoIds: [two, one] } });

    expect(await photosOf(ravi)).toEqual([two, one]);
    expect((await asha.query(api.swipes.deck, {})).profiles).toEqual([]);
  });
});

describe("a profile", () => {
  const cases: [string, (own: string[], hers: string) => string[], string][] = [
    ["no photo", () => [], "Please fill all fields and upload a profile picture"],
    ["four photos", (own) => own, "You can have up to 3 photos"],
    ["ten thousand photos", (own) => Array<string>(10_000).fill(String(own[0])), "You can have up to 3 photos"],
    ["one photo three times", ([one]) => [one, one, one] as string[], "Please choose each photo once"],
    [
      "another person's photo as the second",
      ([one], hers) => [String(one), hers],
      "Please fill all fields and upload a profile picture",
    ],
    [
      "a made-up photo as the third",
      ([one, two]) => [String(one), String(two), "nonsense"],
      "Please fill all fields and upload a profile picture",
    ],
  ];
  test.each(cases)("with %s is refused", async (_, choose, message) => {
    const t = setupTest();
    const [asha, mallory] = [await member(t, "Asha"), await newcomer(t, "Mallory")];
    const photoIds = choose(await pictures(t, mallory, 4), (await photosOf(asha))[0] as string);

    await expectRefusal(
      mallory.mutation(api.profiles.create, { profile: profileInput("Mallory", { photoIds }) }),
      "BAD_INPUT",
      message,
    );
    expect(await mallory.query(api.profiles.me, {})).toMatchObject({ profileCompleted: false, photos: [] });
  });
});

/** Gives a member three photos that a moderator has approved. */
async function threeShown(t: Product, person: Person): Promise<[Id<"photos">, Id<"photos">, Id<"photos">]> {
  const photoIds = (await pictures(t, person, 3)) as [Id<"photos">, Id<"photos">, Id<"photos">];
  await person.mutation(api.profiles.update, { profile: { photoIds } });
  await approve(t, person);
  return photoIds;
}

/** Returns the addresses of the photos on the first card that a person is dealt. */
async function cardOf(person: Person): Promise<string[] | undefined> {
  return (await person.query(api.swipes.deck, {})).profiles[0]?.photos.map(({ url }) => url);
}

async function urlsOf(person: Person): Promise<string[]> {
  return (await person.query(api.profiles.me, {})).photos.map(({ url }) => url);
}

/** Inserts uploaded pictures. */
async function pictures(t: Product, person: Person, count: number): Promise<Id<"photos">[]> {
  const made: Id<"photos">[] = [];
  for (let i = 0; i < count; i += 1) made.push(await pictureOf(t, person));
  return made;
}

/** Returns the ids of the photos in a person's own profile. */
async function photosOf(person: Person): Promise<Id<"photos">[]> {
  return (await person.query(api.profiles.me, {})).photos.map(({ photoId }) => photoId);
}
