import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { addMessages, textsOf, outsider, over, say, chatPair, threadsOf, type Pair } from "../../testing/chat.testing";
import { disappears, match, pair } from "../../testing/crowd.testing";
import { moderator, signedIn, type Person } from "../../testing/people.testing";
import { everyRow, type Product, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { refusalOf } from "../../shared/errors";
import { block, file, SUSPENSION, suspend } from "../../testing/reports.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { matchesOf } from "../../testing/views.testing";

type End = (pair: Pair, t: Product) => Promise<unknown>;
const ends: [string, End][] = [
  ["an unmatch", ({ asha, matchId }) => asha.mutation(api.matches.unmatch, { matchId })],
  ["a block", ({ asha, ravi }) => block(ravi, asha)],
  ["a report", ({ asha, ravi }) => file(asha, ravi)],
  ["a deletion", ({ ravi }) => deleteAccount(ravi)],
  ["a suspension", async ({ ravi }, t) => await suspendBy(t, await outsider(t), ravi)],
];

describe("the end of a thread", () => {
  test.each(ends)("by %s closes it immediately for both and leaves no message", async (_how, end) => {
    const t = setupTest();
    const pair = await chatPair(t);
    const { asha, matchId } = pair;
    await talk(pair);
    for (const one of [asha, pair.ravi]) await one.mutation(api.chat.markRead, { matchId, upTo: 9 });
    await end(pair, t);

    await expectRefusal(textsOf(asha, matchId), over);
    await expectRefusal(say(asha, matchId, "Are you there?"), over);
    await expect(textsOf(pair.ravi, matchId)).rejects.toThrow();
    expect(await threadsOf(asha)).toEqual([]);
    await settled(t);
    for (const table of ["chatThreads", "chatSides", "chatSeen", "chatMessages"] as const) {
      expect(await rowsIn(t, table)).toEqual([]);
    }
    expect(await everyRow(t)).not.toContain("second stage");
  });

  test("hides a long thread at once, and later deletes its messages", async ({ t }) => {
    const pair = await chatPair(t);
    await say(pair.asha, pair.matchId, "Hi!");
    await addMessages(t, pair.asha, pair.ravi, 1_201);
    await pair.asha.mutation(api.matches.unmatch, { matchId: pair.matchId });

    await expectRefusal(textsOf(pair.ravi, pair.matchId), over);
    await settled(t);
    expect(await rowsIn(t, "chatMessages")).toEqual([]);
  });

  test.each([true, false])("and a message at the same instant leave no rows, in either order", async (sendsFirst) => {
    const t = setupTest();
    const { asha, ravi, matchId } = await chatPair(t);
    const send = () => say(asha, matchId, "Meet me at the gate");
    const unmatch = () => ravi.mutation(api.matches.unmatch, { matchId });
    await Promise.allSettled(sendsFirst ? [send(), unmatch()] : [unmatch(), send()]);
    await settled(t);
    for (const table of ["chatThreads", "chatSides", "chatSeen", "chatMessages"] as const) {
      expect(await rowsIn(t, table)).toEqual([]);
    }
  });

  test("is final even if a suspension is lifted: the match returns, and the messages do not", async () => {
    const { t, asha, ravi } = await pair();
    const matchId = await match(asha, ravi);
    await talk({ asha, ravi, matchId });
    const desk = await suspendBy(t, await outsider(t), ravi);
    const back = await signedIn(t, ravi.email);
    await expectRefusal(say(back, matchId, "Let me explain"), "FORBIDDEN");
    const [suspension] = await desk.query(api.moderator.suspensions, {});
    await desk.mutation(api.moderator.restore, { id: suspension!._id });

    expect([await matchesOf(asha), await textsOf(asha, matchId)]).toEqual([["Ravi"], []]);
    expect(await say(back, matchId, "Hello again")).toMatchObject({ position: 1 });
  });
});

test("a hidden person can continue to write", async ({ t }) => {
  const { asha, ravi, matchId } = await chatPair(t);
  await disappears(t, ravi);
  await say(ravi, matchId, "Hi!");
  await say(asha, matchId, "Hello");
  expect(await textsOf(ravi, matchId)).toEqual(["me: Hi!", "them: Hello"]);
});

describe("a flood", () => {
  test("is slowed after twenty messages, and the refused message goes through later", async () => {
    vi.useFakeTimers();
    const t = setupTest();
    const { asha, ravi, matchId } = await chatPair(t);
    const second = await match(asha, await outsider(t, false));
    for (let n = 0; n < 20; n += 1) await say(asha, n % 2 === 0 ? matchId : second, `Line ${n}`, `key-${n}`);

    const refused = say(asha, matchId, "Line 20", "key-20");
    await expectRefusal(refused, {
      code: "TOO_MANY_TRIES",
      retryAfter: expect.toSatisfy((wait: number) => wait > 0 && wait <= 3_000),
    });
    expect(await say(asha, matchId, "Line 0", "key-0")).toMatchObject({ position: 1 });
    await say(ravi, matchId, "Slowly!");
    vi.advanceTimersByTime(3_000);
    expect(await say(asha, matchId, "Line 20", "key-20")).toMatchObject({ position: 12 });
  });
});

test("a member who used up the day's messages sees why, and can write again an hour later", async () => {
  vi.useFakeTimers();
  const t = setupTest();
  const { asha, ravi, matchId } = await chatPair(t);
  const now = Date.now();
  // The clock was a year ahead for a moment, which refuses nothing.
  const counters = { minute: { value: 20, ts: now + 365 * 86_400_000 }, day: { value: 2, ts: now } };
  await t.run(async (ctx) => await ctx.db.insert("messageCounters", { userId: asha.userId, ...counters }));
  for (let n = 0; n < 2; n += 1) await say(asha, matchId, "On and on");

  await expectRefusal(
    say(asha, matchId, "And on"),
    "TOO_MANY_TRIES",
    "You have sent a lot of messages today. Please wait a while.",
  );
  await say(ravi, matchId, "Good night");
  vi.advanceTimersByTime(3_600_000);
  await say(asha, matchId, "Good morning");
});

test("opening threads and viewing likes are limited to 120 in a row, and typing is not", async () => {
  vi.useFakeTimers();
  const t = setupTest();
  const { asha, ravi, matchId } = await chatPair(t);
  const setOpen = (person: Person, open: boolean) => person.mutation(api.chat.look, { matchId, open });
  /** Returns how many calls in a row are accepted, with the code of the first refusal. */
  const acceptedCalls = async (limit: number, call: () => Promise<unknown>) => {
    for (let done = 0; done < limit; done += 1) {
      const refusal = await call().then(() => null, refusalOf);
      if (refusal) return [done, refusal.code];
    }
    return limit;
  };
  const flicker = async () => {
    await setOpen(asha, true);
    await setOpen(asha, false);
  };
  expect(await acceptedCalls(130, flicker)).toEqual([120, "TOO_MANY_TRIES"]);
  const viewLikes = async () => {
    vi.advanceTimersByTime(1);
    await asha.mutation(api.matches.markLikesSeen, {});
  };
  expect(await acceptedCalls(130, viewLikes)).toEqual([120, "TOO_MANY_TRIES"]);

  const typing = async () => {
    vi.advanceTimersByTime(3_000);
    await setOpen(ravi, true);
    await asha.mutation(api.chat.typing, { matchId });
  };
  expect(await acceptedCalls(90, typing)).toBe(90);
});

describe("a report that names a message", () => {
  test("keeps the twenty messages around it, which moderators see until it is closed", async ({ t }) => {
    const pair = await chatPair(t);
    const { asha, ravi, matchId } = pair;
    await say(ravi, matchId, "Line 1");
    await addMessages(t, ravi, asha, 30);
    await report(asha, ravi, { matchId, position: 15 });

    const desk = await moderator(t);
    const [row] = await desk.query(api.moderator.reports, {});
    const lines = row?.words?.map(({ text }) => text);
    expect([lines?.[0], lines?.at(-1), lines?.length]).toEqual(["Line 5", "Line 24", 20]);
    expect(row?.words?.filter(({ named }) => named)).toMatchObject([{ by: "reported", text: "Line 15" }]);
    expect(new Set(row?.words?.map(({ by }) => by))).toEqual(new Set(["reported", "reporter"]));
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`${asha.userId}|${matchId}`));
    for (const person of [asha, ravi]) await expectRefusal(textsOf(person, matchId), over);

    await desk.mutation(api.moderator.dismiss, { id: row!._id });
    await settled(t);
    expect([await rowsIn(t, "reportWords"), await rowsIn(t, "chatMessages")]).toEqual([[], []]);
  });

  test("keeps the message during the suspension, and loses it when the suspension is lifted", async ({ t }) => {
    const { asha, ravi, matchId } = await chatPair(t);
    await say(ravi, matchId, "You will regret this evening");
    await report(asha, ravi, { matchId, position: 1 });
    const desk = await moderator(t);
    const [row] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.suspend, { id: row!._id, reason: SUSPENSION });

    const [suspension] = await desk.query(api.moderator.suspensions, {});
    expect(suspension?.words).toMatchObject([{ text: "You will regret this evening", named: true }]);
    await desk.mutation(api.moderator.restore, { id: row!._id });
    expect(await rowsIn(t, "reportWords")).toEqual([]);
  });

  test("keeps no message of another thread, of an ended thread or of the reporter", async ({ t }) => {
    const { asha, ravi, matchId } = await chatPair(t);
    const [omar, mallory, dev] = [await outsider(t, false), await outsider(t), await outsider(t, false)];
    const [second, third] = [await match(asha, omar), await match(asha, dev)];
    await say(ravi, matchId, "Only for Asha's eyes");
    await say(asha, second, "Only for Omar's eyes");
    await say(asha, third, "Only for Dev's eyes");
    const named = [
      [mallory, ravi, { matchId, position: 1 }],
      [asha, omar, { matchId, position: 1 }],
      [asha, dev, { matchId: third, position: 1 }],
      [omar, asha, { matchId: omar.userId, position: 1 }],
      [omar, asha, { matchId: second, position: NaN }],
    ] as const;
    for (const [who, whom, message] of named) {
      await report(who, whom, message);
      expect(await rowsIn(t, "reportWords")).toEqual([]);
    }
    await ravi.mutation(api.matches.unmatch, { matchId });
    await report(asha, ravi, { matchId, position: 1 });
    expect([(await rowsIn(t, "reports")).length, await rowsIn(t, "reportWords")]).toEqual([5, []]);
  });

  test("loses the reporter's messages with the reporter's account, and the rest when it is dismissed", async () => {
    const t = setupTest();
    const pair = await chatPair(t);
    await talk(pair);
    await say(pair.ravi, pair.matchId, "You will regret this");
    await report(pair.asha, pair.ravi, { matchId: pair.matchId, position: 3 });
    await deleteAccount(pair.asha);
    await settled(t);
    const [kept] = await rowsIn(t, "reportWords");
    expect(kept?.words.map(({ by, text }) => [by, text])).toEqual([
      ["reported", "I am at the second stage"],
      ["reported", "You will regret this"],
    ]);

    await deleteAccount(pair.ravi);
    await settled(t);
    const desk = await moderator(t);
    const [row] = await desk.query(api.moderator.reports, {});
    expect(row).toMatchObject({ userStatus: "deleted", words: [{}, { named: true }] });
    await desk.mutation(api.moderator.dismiss, { id: row!._id });
    expect(await rowsIn(t, "reportWords")).toEqual([]);
  });
});

async function talk({ asha, ravi, matchId }: Pair): Promise<void> {
  await say(asha, matchId, "Where at the second stage are you?");
  await say(ravi, matchId, "I am at the second stage");
  await asha.mutation(api.chat.look, { matchId, open: true });
}

async function report(me: Person, { userId }: Person, message: { matchId: string; position: number }) {
  const args = { reportedUserId: userId, reason: "", kind: "harassment" as const, message };
  return await me.mutation(api.reports.file, args);
}

/** Suspends a person for a report by a stranger, who first matches them. */
async function suspendBy(t: Product, stranger: Person, person: Person): Promise<Person> {
  await match(stranger, person);
  return await suspend(t, stranger, person);
}
