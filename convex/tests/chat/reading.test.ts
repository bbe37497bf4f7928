import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { textsOf, outsider, over, say, chatPair, threadsOf, type Pair } from "../../testing/chat.testing";
import { match, man, woman } from "../../testing/crowd.testing";
import { unreadOf } from "../../model/rows/threads";
import { organiser, type Person } from "../../testing/people.testing";
import { type Product, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { openersOf } from "../../shared/openers";
import { traced } from "../../testing/traces.testing";

describe("reading", () => {
  test("lowers the unread count, and the other person sees how far they have read", async ({ t }) => {
    const { asha, ravi, matchId } = await chatPair(t);
    for (const text of ["One", "Two", "Three"]) await say(asha, matchId, text);
    expect([await unread(t, ravi), await seen(asha, matchId)]).toEqual([3, 0]);

    await read(ravi, matchId, 2);
    expect([await unread(t, ravi), await seen(asha, matchId)]).toEqual([1, 2]);
    for (const upTo of [1, 0, -1, NaN, 99, Infinity]) await read(ravi, matchId, upTo);
    expect([await unread(t, ravi), await seen(asha, matchId)]).toEqual([0, 3]);
    await say(ravi, matchId, "Four");
    expect([await unread(t, asha), await unread(t, ravi), await seen(ravi, matchId)]).toEqual([1, 0, 0]);
  });

  test("a message twice, or an empty thread, writes nothing", async () => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    expect((await traced(() => read(ravi, matchId, 1))).writes).toEqual([]);
    await say(asha, matchId, "One");
    await read(ravi, matchId, 1);
    expect((await traced(() => read(ravi, matchId, 1))).writes).toEqual([]);
  });

  test("is refused like an ended match while the other person may not use the app", async ({ t }) => {
    const { asha, ravi, matchId } = await chatPair(t);
    await say(asha, matchId, "One");
    await t.run(async (ctx) => await ctx.db.patch("users", asha.userId, { status: "pending" }));
    await expectRefusal(read(ravi, matchId, 1), over);
    expect(await unread(t, ravi)).toBe(1);
  });

  test("lowers a count that adds up over threads, to at most a hundred", async ({ t }) => {
    const { asha, ravi, matchId } = await chatPair(t);
    const omar = await outsider(t, false);
    await say(ravi, matchId, "One");
    await say(omar, await match(asha, omar), "Two");
    expect(await unread(t, asha)).toBe(2);
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("chatSides").collect()) {
        await ctx.db.patch("chatSides", _id, { unread: 60 });
      }
    });
    expect(await unread(t, asha)).toBe(100);
  });
});

test("messages of a person whose approval is withdrawn no longer count as unread, even if hundreds have the same time", async ({
  t,
}) => {
  const [{ userId }, desk] = [await outsider(t), await organiser(t)];
  await t.run(async ({ db }) => {
    const last = { text: "Gate 2?", mine: false, position: 1 };
    for (let i = 0; i < 400; i += 1) {
      const fields = { kind: "user", status: "approved", rejections: 0 } as const;
      const other = await db.insert("users", { ...fields, email: `number${i}@people.test` });
      const match = await db.insert("matches", { a: userId, b: other });
      const side = { match, lastAt: 1, last };
      await db.insert("chatSides", { ...side, userId, other, unread: 0 });
      await db.insert("chatSides", { ...side, userId: other, other: userId, unread: 1 });
    }
  });
  await desk.mutation(api.people.undoApproval, { userId, reason: "The wrong person." });
  await settled(t);
  expect((await rowsIn(t, "chatSides")).filter(({ unread }) => unread > 0)).toHaveLength(0);
});

describe("a link, a number or a handle", () => {
  test.each([
    "https://evil.test/win",
    "write me: asha dot com",
    "call ９８７６５ ４３２１０",
    "98\u200b765 43\u200b210",
    "i am @asha_live",
    "insta: asha.live",
  ])("is held back until the reader chooses to see it: %s", async (text) => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    await say(asha, matchId, "Hi!");
    await say(asha, matchId, text);

    expect(await textsOf(ravi, matchId)).toEqual(["them: Hi!", "them: (held)"]);
    expect(JSON.stringify(await everythingOf(ravi, matchId))).not.toContain(text.slice(-6));
    expect((await ravi.query(api.chat.messages, { matchId })).hold).toBe(true);
    expect((await asha.query(api.chat.messages, { matchId })).hold).toBe(false);
    await ravi.mutation(api.chat.reveal, { matchId });
    expect((await textsOf(ravi, matchId))[1]).not.toContain("(held)");
    expect((await ravi.query(api.chat.messages, { matchId })).hold).toBe(false);
    expect((await threadsOf(ravi))[0]![0]).not.toBe("");
  });

  test("is held back for each reader separately; after one choice, later ones are shown too", async () => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    await say(asha, matchId, "see https://one.test");
    await say(asha, matchId, "and plain words");
    await say(asha, matchId, "see https://two.test");
    await say(ravi, matchId, "see https://three.test");

    expect(await textsOf(ravi, matchId)).toEqual([
      "them: (held)",
      "them: and plain words",
      "them: (held)",
      "me: see https://three.test",
    ]);
    await ravi.mutation(api.chat.reveal, { matchId });
    await say(asha, matchId, "see https://four.test");
    expect((await textsOf(ravi, matchId)).filter((line) => line.includes("held"))).toEqual([]);
    expect(await threadsOf(ravi)).toEqual([["see https://four.test", 4]]);
    expect((await textsOf(asha, matchId))[3]).toBe("them: (held)");
  });

  test("does not count as seen before its reader chooses to see it, however far they have read", async ({ t }) => {
    const { asha, ravi, matchId } = await chatPair(t);
    for (const text of ["Hi!", "see https://one.test", "and https://two.test"]) await say(asha, matchId, text);
    await read(ravi, matchId, 3);
    expect(await seen(asha, matchId)).toBe(1);
    expect(await rowsIn(t, "chatThreads")).toMatchObject([{ held: [{ by: asha.userId, from: 2 }] }]);
    await say(ravi, matchId, "What is that?");
    expect(await seen(asha, matchId)).toBe(1);

    await ravi.mutation(api.chat.reveal, { matchId });
    expect(await seen(asha, matchId)).toBe(3);
    await say(asha, matchId, "see https://two.test");
    expect(await seen(asha, matchId)).toBe(3);
    await read(ravi, matchId, 5);
    expect(await seen(asha, matchId)).toBe(5);
  });

  test("cannot be revealed in advance", async () => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    await say(asha, matchId, "Hi!");
    await ravi.mutation(api.chat.reveal, { matchId });
    await say(asha, matchId, "see https://one.test");
    expect(await textsOf(ravi, matchId)).toEqual(["them: Hi!", "them: (held)"]);
  });
});

describe("typing", () => {
  test("writes nothing unless the other person has the thread open", async () => {
    vi.useFakeTimers();
    const t = setupTest();
    const { asha, ravi, matchId } = await chatPair(t);
    const typing = async () => (await traced(() => asha.mutation(api.chat.typing, { matchId }))).writes.length;
    expect(await typing()).toBe(0);

    await setOpen(ravi, matchId);
    vi.advanceTimersByTime(41_000);
    expect(await typing()).toBe(0);
    await setOpen(ravi, matchId);
    await setOpen(ravi, matchId, false);
    expect([await typing(), await rowsIn(t, "chatViews")]).toEqual([0, []]);
  });

  test("shows on the other person's open thread, is written every few seconds, and ends when they leave", async () => {
    vi.useFakeTimers();
    const t = setupTest();
    const { asha, ravi, matchId } = await chatPair(t);
    await setOpen(ravi, matchId);
    const shown = async () => await ravi.query(api.chat.isTyping, { matchId });
    expect(await shown()).toBe(0);

    const written: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      vi.advanceTimersByTime(1_000);
      written.push((await traced(() => asha.mutation(api.chat.typing, { matchId }))).writes.length);
    }
    expect(written.filter((count) => count > 0).length).toBeLessThanOrEqual(5);
    expect(Date.now() - (await shown())).toBeLessThan(3_000);
    expect(await asha.query(api.chat.isTyping, { matchId })).toBe(0);

    const open = await traced(() => ravi.query(api.chat.isTyping, { matchId }));
    vi.advanceTimersByTime(10_000);
    const renewed = await traced(() => setOpen(ravi, matchId));
    expect([renewed.writes.length, open.touchedBy(renewed.writes)]).toEqual([1, false]);
    await setOpen(ravi, matchId, false);
    expect([await shown(), await rowsIn(t, "chatTypings")]).toEqual([0, []]);
  });
});

describe("openers", () => {
  test("begin with the hobbies that both have", async ({ t }) => {
    const asha = await woman(t, "Asha", { hobbies: ["Chess ♟️", "Music 🎵", "Yoga 🧘"] });
    const ravi = await man(t, "Ravi", { hobbies: ["Yoga 🧘", "Chess ♟️", "Gaming 🎮"] });
    const matchId = await match(asha, ravi);
    await settled(t);

    const lines = await asha.query(api.chat.openers, { matchId });
    expect(lines).toHaveLength(3);
    expect(lines.slice(0, 2)).toEqual([expect.stringContaining("yoga"), expect.stringContaining("chess")]);
    expect(await ravi.query(api.chat.openers, { matchId })).toEqual(lines);
  });

  test("name the last common day beside two hobbies", () => {
    const hobbies = ["Music 🎵", "Chess ♟️", "Yoga 🧘"] as const;
    const days = (...festivalDays: string[]) => ({ hobbies, festivalDays });
    const lines = openersOf(days("2025-12-18", "2025-12-19", "2025-12-20"), days("2025-12-19", "2025-12-18"));
    expect(lines[2]).toBe("We are both here on Friday. Which stage shall we meet at?");
    expect(openersOf(days("2025-12-18"), days("2025-12-19"))[2]).toContain("chess");
  });

  test("are three even for two people with nothing in common", () => {
    const lines = openersOf({ hobbies: ["Music 🎵"] }, { hobbies: ["Movies 🎬"] });
    expect(new Set(lines).size).toBe(3);
  });
});

async function unread(t: Product, { userId }: Person): Promise<number> {
  return await t.run(async (ctx) => await unreadOf(ctx, userId));
}

async function seen(person: Person, matchId: string): Promise<number> {
  return await person.query(api.chat.seen, { matchId });
}

async function read(person: Person, matchId: Pair["matchId"], upTo: number): Promise<null> {
  return await person.mutation(api.chat.markRead, { matchId, upTo });
}

async function setOpen(person: Person, matchId: string, open = true): Promise<null> {
  return await person.mutation(api.chat.look, { matchId, open });
}

async function everythingOf(person: Person, matchId: string) {
  return [await person.query(api.chat.messages, { matchId }), await person.query(api.chat.threads, {})];
}
