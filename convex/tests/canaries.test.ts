import { expect } from "vitest";
import { api } from "../_generated/api";
import { Canaries } from "../testing/canaries.testing";
import { textsOf, outsider, say, chatPair } from "../testing/chat.testing";
import { disappears, likes, match, pair } from "../testing/crowd.testing";
import { storedPhoto } from "../model/photos/shown";
import { type Product, rowsIn, test } from "../testing/product.testing";
import type { Id } from "../_generated/dataModel";
import type { Person } from "../testing/people.testing";
import { pictureOf } from "../testing/profiles.testing";
import { takeLeaks } from "../testing/watched.testing";

const handle = "asha.insta+1";
const hidden: [string, string][] = [
  ["as it is", `{"name":"Asha","handle":"${handle}"}`],
  ["as JSON in JSON", JSON.stringify(JSON.stringify({ handle }))],
  ["in an address", `https://app.test/?who=${encodeURIComponent(handle)}`],
  ["in base64", btoa(handle)],
  ["in base64 behind one letter", btoa(`1${handle}1`)],
  ["in base64 behind two letters", btoa(`12${handle}12`)],
];

test.each(hidden)("a secret is found %s", (_how, text) => {
  const canaries = new Canaries();
  canaries.learn("asha", { profile: { instagramHandle: `@${handle}` } });
  expect(canaries.in(text)).toMatchObject([{ what: "handle", value: handle }]);
});

test("a secret is not found inside a longer word, or in another person's secret", () => {
  const canaries = new Canaries();
  canaries.learn("asha", { email: "asha@people.test" });
  expect(canaries.in('{"email":"natasha@people.test","other":"ravi@people.test"}')).toEqual([]);
});

test("a message that leaks to a third person is reported, and its two people may see it", async ({ t }) => {
  const { asha, ravi, matchId } = await chatPair(t);
  await say(asha, matchId, "Meet me behind the second stage.");
  await textsOf(ravi, matchId);
  expect(takeLeaks()).toEqual([]);

  const mallory = await outsider(t);
  const second = await match(mallory, await outsider(t, false));
  await say(mallory, second, "Hi!");
  await t.run(async (ctx) => {
    const row = (await ctx.db.query("chatMessages").collect()).at(-1);
    if (row) await ctx.db.patch("chatMessages", row._id, { text: "Meet me behind the second stage." });
  });
  await textsOf(mallory, second);
  expect(takeLeaks()).toEqual([`chat:messages shows ${mallory.userId} a words of ${asha.userId}`]);
});

test("the watcher reports a handle that is shown before a match, and not one shown after it", async () => {
  const { t, asha, ravi } = await pair();
  const [card] = await rowsIn(t, "deckEntries");
  await t.run(async (ctx) => {
    for (const { _id, userId, card: shown } of await ctx.db.query("deckEntries").collect()) {
      const bio = userId === ravi.userId ? "ravi.insta" : shown.bio;
      await ctx.db.patch("deckEntries", _id, { card: { ...shown, bio } });
    }
  });
  expect(card).toBeDefined();

  await asha.query(api.swipes.deck, {});
  expect(takeLeaks()).toEqual([`swipes:deck shows ${asha.userId} a handle of ${ravi.userId}`]);

  await likes(ravi, asha);
  await match(asha, ravi).catch(() => undefined);
  await asha.query(api.matches.list, {});
  expect(takeLeaks()).toEqual([]);
});

test("an unapproved photo's address is reported, unless its owner receives it", async () => {
  const { t, asha, ravi } = await pair();
  const photoId = await pictureOf(t, ravi);
  await ravi.mutation(api.profiles.update, { profile: { photoId } });
  await ravi.query(api.profiles.waiting, {});
  await asha.query(api.swipes.deck, {});
  expect(takeLeaks()).toEqual([]);

  await putOnCard(t, ravi, photoId);
  await asha.query(api.swipes.deck, {});
  expect(takeLeaks()).toEqual([`swipes:deck shows ${asha.userId} a photo of ${ravi.userId}`]);
});

test("a suspended person's photo on a card is reported", async () => {
  const { t, asha, ravi } = await pair();
  const [card] = (await rowsIn(t, "deckEntries")).filter(({ userId }) => userId === ravi.userId);
  await disappears(t, ravi, "suspended");
  await t.run(async (ctx) => {
    const { _id: _, _creationTime: __, ...entry } = card!;
    await ctx.db.insert("deckEntries", entry);
  });
  await asha.query(api.swipes.deck, {});
  expect(takeLeaks()).toEqual([`swipes:deck shows ${asha.userId} a photo of ${ravi.userId}`]);
});

/** Shows a photo on a person's card in every deck, without a moderator. */
async function putOnCard(t: Product, { userId }: Person, photoId: Id<"photos">): Promise<void> {
  await t.run(async (ctx) => {
    const photo = await ctx.db.get("photos", photoId);
    const entries = await ctx.db.query("deckEntries").collect();
    for (const { _id, card } of entries.filter((entry) => entry.userId === userId))
      await ctx.db.patch("deckEntries", _id, { card: { ...card, photos: [storedPhoto(photo!)] } });
  });
}
