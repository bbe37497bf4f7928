/** Breaks each invariant alone, and checks that its violation is reported. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Id } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";
import { api } from "../../convex/_generated/api";
import { say } from "../../convex/testing/chat.testing";
import { buys, likes, man, match, woman } from "../../convex/testing/crowd.testing";
import type { Person } from "../../convex/testing/people.testing";
import { rowsIn, setupTest, type Product } from "../../convex/testing/product.testing";
import { brokenInvariants, type Observed } from "./invariants.convex";

interface World {
  t: Product;
  observed: Observed;
  people: { asha: Person; ravi: Person; omar: Person };
}

/** Asha and Ravi are a match, Omar likes Asha, and Ravi has Gold. */
async function world(): Promise<World> {
  const t = setupTest();
  const asha = await woman(t, "Asha");
  const ravi = await man(t, "Ravi");
  const omar = await man(t, "Omar");
  const matchId = await match(asha, ravi);
  await say(asha, matchId, "Hi!");
  await say(ravi, matchId, "Hello");
  await likes(omar, asha);
  const orderId = await buys(t, ravi, "unlimited_swipes");
  const observed: Observed = {
    swipes: [],
    handles: [
      { who: asha.userId, of: ravi.userId },
      { who: ravi.userId, of: asha.userId },
    ],
    decks: [],
    decisions: (await rowsIn(t, "submissions")).map(({ _id }) => ({ version: _id, approved: true })),
    paid: [orderId],
    refusals: [{ what: "a swipe", before: "same", after: "same" }],
    filesUntil: Infinity,
  };
  for (const person of [asha, ravi, omar]) {
    const [{ profiles }, { swipesRemaining: left }] = [
      await person.query(api.swipes.deck, {}),
      await person.query(api.profiles.me, {}),
    ];
    observed.decks.push({ who: person.userId, dealt: profiles.map(({ _id }) => _id) });
    observed.swipes.push({ who: person.userId, accepted: 1, left });
  }
  return { t, observed, people: { asha, ravi, omar } };
}

type Break = (world: World, ctx: MutationCtx) => Promise<unknown> | unknown;

const breaks: Record<string, Break> = {
  "1: the match .* lacks one of its two likes": async ({ people }, ctx) => {
    const swipe = await swipeOf(ctx, people.ravi);
    await ctx.db.patch("swipes", swipe._id, { decision: "dislike" });
  },
  "1: the pair .* has two matches": async (_world, ctx) => {
    const { a, b } = (await ctx.db.query("matches").first())!;
    await ctx.db.insert("matches", { a, b });
  },
  "1: the likes of .* made no match": async ({ observed }, ctx) => {
    await ctx.db.delete("matches", (await ctx.db.query("matches").first())!._id);
    observed.handles = [];
  },
  "2: the like .* is pending beside a match": async ({ people: { asha, ravi } }, ctx) => {
    await ctx.db.insert("pendingLikes", { from: asha.userId, to: ravi.userId });
  },
  "2: the like .* is unanswered and not pending": async (_world, ctx) => {
    await ctx.db.delete("pendingLikes", (await ctx.db.query("pendingLikes").first())!._id);
  },
  "3: .* used 6 swipes": async ({ observed, people: { omar } }, ctx) => {
    const deck = (await ctx.db.query("decks").collect()).find(({ userId }) => userId === omar.userId)!;
    await ctx.db.patch("decks", deck._id, { quota: { ...deck.quota!, used: 6 } });
    observed.swipes = [];
  },
  "3: .* swiped 1 times, 1 are counted, 5 are left": ({ observed, people: { omar } }) => {
    observed.swipes.find(({ who }) => who === omar.userId)!.left = 5;
  },
  "4: .* has vip_boost": async ({ people: { omar } }, ctx) => {
    await ctx.db.patch("profiles", (await profile(ctx, omar))._id, { vipPurchasedAt: 1 });
  },
  "4: .* has unlimited_swipes": async (_world, ctx) => {
    await ctx.db.patch("orders", (await ctx.db.query("orders").first())!._id, { amount: 1 });
  },
  "4: .* lacks unlimited_swipes": async ({ observed, people: { ravi } }, ctx) => {
    await ctx.db.patch("profiles", (await profile(ctx, ravi))._id, { premiumPurchasedAt: undefined });
    observed.swipes = [];
  },
  "4: .+ has unlimited_swipes": async ({ people: { ravi } }, ctx) => {
    await ctx.db.insert("handGrants", { userId: ravi.userId, feature: "unlimited_swipes", by: ravi.userId });
  },
  "4: .* lacks vip_boost": async ({ people: { asha } }, ctx) => {
    await ctx.db.insert("handGrants", { userId: asha.userId, feature: "vip_boost", by: asha.userId });
  },
  "5: .* sees .* without a match": ({ observed, people: { asha, omar } }) => {
    observed.handles.push({ who: omar.userId, of: asha.userId });
  },
  "5: .* sees .*: refused, though they have a match": ({ observed }) => observed.handles.pop(),
  "5: a card of .* contains a handle or phone number": async (_world, ctx) => {
    const entry = (await ctx.db.query("deckEntries").first())!;
    await ctx.db.patch("deckEntries", entry._id, { card: { ...entry.card, bio: "asha.insta" } });
  },
  "6: .* was dealt to .* and is the viewer or already decided": ({ observed, people: { asha, omar } }) => {
    observed.decks.push({ who: omar.userId, dealt: [asha.userId] });
  },
  "6: .* was dealt to .* and does not fit": ({ observed, people: { ravi, omar } }) => {
    observed.decks.push({ who: ravi.userId, dealt: [omar.userId] });
  },
  "6: .* is in a deck and not approved": async ({ observed, people: { omar } }, ctx) => {
    await ctx.db.patch("users", omar.userId, { status: "suspended" });
    observed.decks = [];
  },
  "7: matches.a of .* names no row": async ({ observed }, ctx) => {
    const { a } = (await ctx.db.query("matches").first())!;
    for (const swipe of await ctx.db.query("swipes").collect()) {
      if (swipe.from !== a && swipe.to !== a) continue;
      await ctx.db.delete("swipes", swipe._id);
    }
    for (const like of await ctx.db.query("pendingLikes").collect()) await ctx.db.delete("pendingLikes", like._id);
    await ctx.db.delete("users", a);
    observed.handles = observed.decks = observed.swipes = [];
  },
  "7: the file .* has no owner": async (_world, ctx) => {
    await ctx.storage.store(new Blob(["picture"]));
  },
  "8: the version .* has two decisions": ({ observed }) => observed.decisions.push(observed.decisions[0]!),
  "8: the version .* does not have its decision": ({ observed }) => (observed.decisions[0]!.approved = false),
  "8: 3 decided versions, 2 rulings": async (_world, ctx) => {
    await ctx.db.delete("rulings", (await ctx.db.query("rulings").first())!._id);
  },
  "9: the order .* was granted and never paid": ({ observed }) => (observed.paid = []),
  "9: the order .* was paid and not granted": ({ observed }) => observed.paid.push("order_2"),
  "11: the thread .* has no match": async ({ observed }, ctx) => {
    await ctx.db.delete("matches", (await ctx.db.query("matches").first())!._id);
    observed.handles = [];
  },
  "11: the thread .* has other people than its match": async (_world, ctx) => {
    const { _id, people } = (await ctx.db.query("chatThreads").first())!;
    await ctx.db.patch("chatThreads", _id, { people: [people[0]!, people[0]!] });
  },
  "11: the message .* has no thread": async (_world, ctx) => {
    for (const { _id } of await ctx.db.query("chatThreads").collect()) await ctx.db.delete("chatThreads", _id);
  },
  "11: the thread .* lacks one of its two sides": async (_world, ctx) => {
    await ctx.db.delete("chatSides", (await ctx.db.query("chatSides").first())!._id);
  },
  "11: the side .* has no thread": async (_world, ctx) => {
    await ctx.db.delete("chatThreads", (await ctx.db.query("chatThreads").first())!._id);
  },
  "11: the positions in the thread .* do not run from 1 to 2": async (_world, ctx) => {
    await ctx.db.patch("chatMessages", (await ctx.db.query("chatMessages").first())!._id, { position: 3 });
  },
  "11: the thread .* has a message twice": async (_world, ctx) => {
    const [one, other] = await ctx.db.query("chatMessages").collect();
    await ctx.db.patch("chatMessages", other!._id, { from: one!.from, key: one!.key });
  },
  "10: a swipe changed something": ({ observed }) => (observed.refusals[0]!.after = "other"),
};

let intact: World;
beforeAll(async () => {
  // Scheduled functions would change the world between tests.
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  intact = await world();
});
afterAll(() => vi.useRealTimers());

test.each(Object.keys(breaks))("the check reports the violation %s", async (sentence) => {
  const broken = { ...intact, observed: structuredClone(intact.observed) };
  let found: string[] = [];
  const breaking = intact.t.run(async (ctx) => {
    await breaks[sentence]!(broken, ctx);
    found = await brokenInvariants(ctx, broken.observed);
    throw new Error("rolled back");
  });
  await expect(breaking).rejects.toThrow("rolled back");
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^${sentence}$`)));
});

test("an intact world has no violations, even after all of these were rolled back", async () => {
  expect(await intact.t.run(async (ctx) => await brokenInvariants(ctx, intact.observed))).toEqual([]);
});

test("every invariant is broken by a case here", () => {
  const numbers = new Set(Object.keys(breaks).map((sentence) => Number.parseInt(sentence)));
  expect([...numbers]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10]);
});

async function swipeOf(ctx: MutationCtx, { userId }: { userId: Id<"users"> }) {
  return (await ctx.db.query("swipes").collect()).find(({ from }) => from === userId)!;
}

async function profile(ctx: MutationCtx, { userId }: { userId: Id<"users"> }) {
  return (await ctx.db.query("profiles").collect()).find((one) => one.userId === userId)!;
}
