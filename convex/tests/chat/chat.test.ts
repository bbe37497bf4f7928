import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { textsOf, outsider, over, say, chatPair, threadsOf } from "../../testing/chat.testing";
import { match } from "../../testing/crowd.testing";
import { rowsIn, setupTest, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("a message", () => {
  test("appears in both people's threads in order of acceptance, and the last one in both lists", async () => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    expect([await textsOf(asha, matchId), await threadsOf(asha)]).toEqual([[], []]);

    expect(await say(asha, matchId, "Hi!")).toEqual({ position: 1, at: expect.any(Number) });
    expect(await say(ravi, matchId, " Hello \u200b you\n\n\n\nthere 👋🏽 ")).toMatchObject({ position: 2 });
    expect(await say(asha, matchId, "Gate 2?")).toMatchObject({ position: 3 });

    const text = "Hello you\n\nthere 👋🏽";
    expect(await textsOf(asha, matchId)).toEqual(["me: Hi!", `them: ${text}`, "me: Gate 2?"]);
    expect(await textsOf(ravi, matchId)).toEqual(["them: Hi!", `me: ${text}`, "them: Gate 2?"]);
    expect([await threadsOf(asha), await threadsOf(ravi)]).toEqual([[["Gate 2?", 1]], [["Gate 2?", 2]]]);
  });

  test("sent again with its key is stored once, per sender and thread", async ({ t }) => {
    const { asha, ravi, matchId } = await chatPair(t);
    const omar = await outsider(t, false);
    const second = await match(asha, omar);

    const first = await say(asha, matchId, "Hi!", "key-1");
    for (const text of ["Hi!", "Something else"]) expect(await say(asha, matchId, text, "key-1")).toEqual(first);
    expect(await say(ravi, matchId, "Hello", "key-1")).toMatchObject({ position: 2 });
    expect(await say(asha, second, "You too", "key-1")).toMatchObject({ position: 1 });
    const tabs = await Promise.all([say(asha, matchId, "Once", "key-2"), say(asha, matchId, "Once", "key-2")]);
    expect(tabs[0]).toEqual(tabs[1]);

    expect(await textsOf(ravi, matchId)).toEqual(["them: Hi!", "me: Hello", "them: Once"]);
    const { messages } = await asha.query(api.chat.messages, { matchId });
    expect(messages.map(({ key }) => key)).toEqual(["key-1", undefined, "key-2"]);
  });

  test.each([
    ["", "Please write a message"],
    [" \n\u200b\u2800 ", "Please write a message"],
    ["x".repeat(501), "A message must be at most 500 characters"],
    ["x".repeat(100_000), "A message must be at most 500 characters"],
  ])("must not be empty or longer than 500 characters: %#", async (text, message) => {
    const t = setupTest();
    const { asha, matchId } = await chatPair(t);
    await expectRefusal(say(asha, matchId, text), "BAD_INPUT", message);
    expect(await rowsIn(t, "chatThreads")).toEqual([]);
  });

  test("may have 500 characters, and an emoji counts as one", async () => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    const text = "🎉".repeat(500);
    await say(asha, matchId, text);
    expect(await textsOf(ravi, matchId)).toEqual([`them: ${text}`]);
  });

  test.each(["", "a b", "x".repeat(65), "é"])("needs a well-formed key, unlike %j", async (key) => {
    const { asha, matchId } = await chatPair(setupTest());
    await expectRefusal(say(asha, matchId, "Hi!", key), "BAD_INPUT");
  });

  test("reruns only the queries that show messages, not the lists of matches", async () => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    await say(ravi, matchId, "Hi!");
    const still = [
      await traced(() => asha.query(api.matches.list, {})),
      await traced(() => asha.query(api.profiles.me, {})),
      await traced(() => asha.query(api.chat.isTyping, { matchId })),
      await traced(() => asha.query(api.chat.seen, { matchId })),
    ];
    const open = [
      await traced(() => asha.query(api.chat.threads, {})),
      await traced(() => asha.query(api.chat.messages, { matchId })),
    ];
    const { writes } = await traced(() => say(ravi, matchId, "Are you there?"));

    expect(still.map((query) => query.touchedBy(writes))).toEqual([false, false, false, false]);
    expect(open.map((query) => query.touchedBy(writes))).toEqual([true, true]);
  });

  test("that is read reruns only the sender's seen mark and the reader's unread counts", async () => {
    const { asha, ravi, matchId } = await chatPair(setupTest());
    const { position: upTo } = await say(asha, matchId, "Hi!");
    const still = [
      await traced(() => asha.query(api.chat.messages, { matchId })),
      await traced(() => ravi.query(api.chat.messages, { matchId })),
      await traced(() => asha.query(api.chat.threads, {})),
      await traced(() => asha.query(api.matches.news, {})),
      await traced(() => ravi.query(api.chat.seen, { matchId })),
    ];
    const open = [
      await traced(() => asha.query(api.chat.seen, { matchId })),
      await traced(() => ravi.query(api.chat.threads, {})),
      await traced(() => ravi.query(api.matches.news, {})),
    ];
    const { writes } = await traced(() => ravi.mutation(api.chat.markRead, { matchId, upTo }));

    expect(still.map((query) => query.touchedBy(writes))).toEqual([false, false, false, false, false]);
    expect(open.map((query) => query.touchedBy(writes))).toEqual([true, true, true]);
  });
});

describe("a thread", () => {
  test("belongs to its two people only, and outsiders get the refusal of an unknown id", async ({ t }) => {
    const { asha, matchId } = await chatPair(t);
    await say(asha, matchId, "Hi!");
    const mallory = await outsider(t);

    for (const id of [matchId, asha.userId, mallory.userId, "", "no match", "10000;matches"]) {
      const matchArg = { matchId: id };
      await expectRefusal(say(mallory, id, "Hi!"), over);
      await expectRefusal(mallory.query(api.chat.messages, matchArg), over);
      await expectRefusal(mallory.query(api.chat.isTyping, matchArg), over);
      await expectRefusal(mallory.query(api.chat.seen, matchArg), over);
      await expectRefusal(mallory.query(api.chat.openers, matchArg), over);
      await expectRefusal(mallory.mutation(api.chat.typing, matchArg), over);
      await expectRefusal(mallory.mutation(api.chat.reveal, matchArg), over);
      await expectRefusal(mallory.mutation(api.chat.look, { ...matchArg, open: true }), over);
      await expectRefusal(mallory.mutation(api.chat.markRead, { ...matchArg, upTo: 1 }), over);
    }
    expect(await threadsOf(mallory)).toEqual([]);
  });

  test("is read by position, in pages of at most fifty messages", async () => {
    vi.useFakeTimers();
    const { asha, ravi, matchId } = await chatPair(setupTest());
    for (let n = 1; n <= 120; n += 1) {
      vi.advanceTimersByTime(3_000);
      await say(n % 2 === 0 ? asha : ravi, matchId, `Line ${n}`);
    }
    const page = async (before?: number, limit?: number) => {
      const pageArgs = { ...(before && { before }), ...(limit && { limit }) };
      const { messages, more } = await asha.query(api.chat.messages, { matchId, ...pageArgs });
      return [messages[0]?.text, messages.at(-1)?.text, messages.length, more];
    };

    expect(await page()).toEqual(["Line 71", "Line 120", 50, true]);
    expect(await page(71)).toEqual(["Line 21", "Line 70", 50, true]);
    expect(await page(21)).toEqual(["Line 1", "Line 20", 20, false]);
    expect(await page(-5)).toEqual([undefined, undefined, 0, false]);
    expect(await page(undefined, 30)).toEqual(["Line 91", "Line 120", 30, true]);
    expect(await page(91, 30)).toEqual(["Line 61", "Line 90", 30, true]);
    for (const limit of [51, 1e9, Infinity, NaN]) expect((await page(undefined, limit))[2]).toBe(50);
    for (const limit of [-1, 0.5]) expect((await page(undefined, limit))[2]).toBe(1);
  });

  test("is listed before threads with older messages", async () => {
    vi.useFakeTimers();
    const t = setupTest();
    const { asha, ravi, matchId } = await chatPair(t);
    const omar = await outsider(t, false);
    const second = await match(asha, omar);
    const lines: [typeof asha, string, string][] = [
      [ravi, matchId, "One"],
      [omar, second, "Two"],
      [asha, matchId, "Three"],
    ];
    for (const [who, id, text] of lines) {
      vi.advanceTimersByTime(1_000);
      await say(who, id, text);
    }

    expect(await threadsOf(asha)).toEqual([
      ["Three", 1],
      ["Two", 1],
    ]);
    expect(await asha.query(api.chat.threads, { limit: 1 })).toHaveLength(1);
  });
});
