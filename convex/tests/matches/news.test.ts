import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import {
  ashaAndMen,
  crowd,
  disappears,
  dislikes,
  likes,
  man,
  match,
  pair,
  several,
  woman,
} from "../../testing/crowd.testing";
import type { Person } from "../../testing/people.testing";
import { rowsIn, settled, test } from "../../testing/product.testing";
import { block } from "../../testing/reports.testing";
import { traced } from "../../testing/traces.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { pendingOf } from "../../testing/views.testing";

describe("a match is new to both", () => {
  test("as a popup until they have seen the popup, and in the list until they have seen the list", async () => {
    const { asha, ravi } = await pair();
    const matchId = await match(asha, ravi);
    for (const [one, other] of [
      [asha, "Ravi"],
      [ravi, "Asha"],
    ] as const) {
      expect(await seenBy(one)).toEqual({ moments: [other], listed: [other], badge: 1 });
      await one.mutation(api.matches.markSeen, { matchIds: [matchId] });
      expect(await seenBy(one)).toEqual({ moments: [], listed: [other], badge: 1 });
      await one.mutation(api.matches.markListed, { matchIds: [matchId, matchId] });
      expect(await seenBy(one)).toEqual({ moments: [], listed: [], badge: 0 });
    }
  });

  test("and its popup still comes if they see the list first", async () => {
    const { t, asha, ravi } = await pair();
    const matchId = await match(asha, ravi);
    await asha.mutation(api.matches.markListed, { matchIds: [matchId] });
    expect(await seenBy(asha)).toEqual({ moments: ["Ravi"], listed: [], badge: 0 });
    await asha.mutation(api.matches.markSeen, { matchIds: [matchId] });
    expect(await rowsIn(t, "unseenMatches")).toHaveLength(1);
  });

  test("but no longer in the list of a person who opens its thread or writes in it", async () => {
    const { asha, ravi } = await pair();
    const matchId = await match(asha, ravi);
    await asha.mutation(api.chat.send, { matchId, key: "first", text: "Hello" });
    expect(await seenBy(asha)).toMatchObject({ moments: ["Ravi"], listed: [] });
    expect(await seenBy(ravi)).toMatchObject({ listed: ["Asha"] });
    await ravi.mutation(api.chat.look, { matchId, open: true });
    expect(await seenBy(ravi)).toMatchObject({ moments: ["Asha"], listed: [] });
  });

  test("even if it comes from an accepted pending like", async () => {
    const { asha, ravi } = await pair();
    await likes(asha, ravi);
    await ravi.mutation(api.matches.respond, { profileId: asha.userId, accepted: true });
    expect(await seenBy(asha)).toEqual({ moments: ["Ravi"], listed: ["Ravi"], badge: 1 });
  });

  test("and the popups come oldest first", async () => {
    const { asha, men } = await ashaAndMen(3);
    for (const him of men) await likes(him, asha);
    for (const him of men) await likes(asha, him);
    expect((await seenBy(asha)).moments).toEqual(["Man 1", "Man 2", "Man 3"]);
  });

  test("until it ends by an unmatch, a block or a deletion", async () => {
    const { t, asha, men } = await ashaAndMen(3);
    const [one, two, three] = men as [Person, Person, Person];
    const matchId = await match(one, asha);
    await match(two, asha);
    await match(three, asha);
    await asha.mutation(api.matches.unmatch, { matchId });
    await block(two, asha);
    expect(await seenBy(asha)).toEqual({ moments: ["Man 3"], listed: ["Man 3"], badge: 1 });
    await deleteAccount(three);
    await settled(t);
    expect(await rowsIn(t, "unseenMatches")).toEqual([]);
  });

  test("but is not counted or shown while the other person is suspended", async () => {
    const { t, asha, ravi } = await pair();
    await match(asha, ravi);
    await disappears(t, ravi, "suspended");
    expect(await seenBy(asha)).toEqual({ moments: [], listed: [], badge: 0 });
  });

  test("and an outsider cannot mark it as seen or listed", async () => {
    const { t, asha, ravi } = await pair();
    const [mallory, matchId] = [await man(t, "Mallory"), await match(asha, ravi)];
    await mallory.mutation(api.matches.markSeen, { matchIds: [matchId] });
    await mallory.mutation(api.matches.markListed, { matchIds: [matchId, "nothing", asha.userId] });
    expect(await seenBy(asha)).toEqual({ moments: ["Ravi"], listed: ["Ravi"], badge: 1 });
    const many = { matchIds: Array<string>(101).fill(matchId) };
    await expectRefusal(asha.mutation(api.matches.markSeen, many), "BAD_INPUT");
  });

  test("however many earlier matches are with suspended people", async ({ t }) => {
    const her = { gender: "female", interestedIn: "male", tier: "gold" } as const;
    const him = { gender: "male", interestedIn: "female" } as const;
    const [asha, ...men] = (await crowd(t, [her, ...Array<typeof him>(11).fill(him)])) as [Person, ...Person[]];
    for (const one of men) await match(asha, one);
    for (const one of men.slice(0, 10)) await disappears(t, one, "suspended");
    expect((await seenBy(asha)).moments).toEqual(["Person 11"]);
  });
});

describe("new likes", () => {
  test("are the pending likes since the last view", async () => {
    const { t, asha, men } = await ashaAndMen(4);
    await likes(men[0]!, asha);
    await likes(men[1]!, asha);
    expect(await newLikes(asha)).toBe(2);
    await disappears(t, men[0]!);
    expect([await newLikes(asha), await pendingOf(asha)]).toEqual([1, ["Man 2"]]);
    await viewLikes(asha);
    expect(await newLikes(asha)).toBe(0);
    await likes(men[2]!, asha);
    expect(await newLikes(asha)).toBe(1);
    await dislikes(asha, men[2]!);
    expect(await newLikes(asha)).toBe(0);
  });

  test("do not count after a dislike or a block by the viewer", async () => {
    const { asha, men } = await ashaAndMen(2);
    await dislikes(asha, men[0]!);
    await block(asha, men[1]!);
    for (const him of men) await likes(him, asha);
    expect(await newLikes(asha)).toBe(0);
  });

  test("count from a last view that is never in the future and never goes back", async () => {
    const { t, asha, ravi } = await pair();
    await asha.mutation(api.matches.markLikesSeen, { upTo: Number.MAX_VALUE });
    await asha.mutation(api.matches.markLikesSeen, { upTo: 0 });
    const [{ at } = { at: 0 }] = await rowsIn(t, "likeLooks");
    expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
    await likes(ravi, asha);
    expect(await newLikes(asha)).toBe(1);
    await expectRefusal(
      asha.mutation(api.matches.markLikesSeen, { upTo: NaN }),
      "BAD_INPUT",
      "The time must be a number.",
    );
  });
});

test("the badges cost a few reads, and other people's swipes do not rerun them", async () => {
  const { t, asha, ravi } = await pair();
  const [tara, men] = [await woman(t, "Tara"), await several(man, t, "Man", 30)];
  const quiet = await traced(() => asha.query(api.matches.news, {}));
  // Session, user, profile. Whether the app is closed, unseen and recent matches, last view, likes, unread messages.
  expect([quiet.documents, quiet.ranges]).toEqual([3, 10]);
  await match(ravi, asha);
  for (const him of men) await likes(him, asha);
  const busy = await traced(() => asha.query(api.matches.news, {}));
  expect(busy.result.counts).toEqual({ matches: 1, likes: 30, unread: 0, newest: "likes" });
  expect(busy.documents).toBeLessThanOrEqual(70);
  const moments = await traced(() => asha.query(api.matches.news, { counts: false }));
  expect(moments.documents).toBeLessThanOrEqual(8);

  for (const act of [() => likes(tara, men[0]!), () => dislikes(tara, men[1]!), () => dislikes(ravi, tara)]) {
    const { writes } = await traced(act);
    for (const query of [quiet, busy, moments]) expect(query.touchedBy(writes)).toBe(false);
  }
});

test("the badge says whether its newest item is a like, or a match or message", async ({ t }) => {
  const [{ asha, ravi }, dev, om] = [await pair(t), await man(t, "Dev"), await man(t, "Om")];
  const newest = async () => {
    // A millisecond passes between two events.
    await new Promise((resolve) => setTimeout(resolve, 2));
    return (await asha.query(api.matches.news, {})).counts?.newest;
  };
  await likes(dev, asha);
  expect(await newest()).toBe("likes");
  const matchId = await match(asha, ravi);
  expect(await newest()).toBe("matches");
  await likes(om, asha);
  expect(await newest()).toBe("likes");
  await ravi.mutation(api.chat.send, { matchId, key: "first", text: "Hello" });
  expect(await newest()).toBe("matches");
});

async function seenBy(person: Person) {
  const list = await person.query(api.matches.list, {});
  const { counts, matches, unlisted } = await person.query(api.matches.news, {});
  return {
    moments: matches.flatMap(({ isUnseen, user }) => (isUnseen ? [user.name] : [])).reverse(),
    listed: list.filter(({ matchId }) => unlisted.includes(matchId)).map(({ user }) => user.name),
    badge: counts?.matches,
  };
}

/** Returns the number of new likes, counted over all pending likes. */
async function newLikes(person: Person) {
  return (await person.query(api.matches.news, { since: 0 })).counts?.likes;
}

/** Views the likes. Waits before and after, so that earlier and later likes differ in time. */
async function viewLikes(person: Person): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  await person.mutation(api.matches.markLikesSeen, {});
  await new Promise((resolve) => setTimeout(resolve, 2));
}
