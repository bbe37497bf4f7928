import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { likes, man, match, woman } from "../../testing/crowd.testing";
import { loseMailAnswers, mailsTo, subjects } from "../../testing/mails.testing";
import type { Person } from "../../testing/people.testing";
import { on, pair, pass, advanceToNight, write } from "../../testing/phones.testing";
import { rowsIn, settled, type Product } from "../../testing/product.testing";
import { suspend } from "../../testing/reports.testing";
import { traced } from "../../testing/traces.testing";
import { MINUTE, HOUR } from "../../testing/clock.testing";

const [MATCH, MESSAGES] = ["You have a new match", "You have unread messages"];

describe("a match is mailed to a member without notifications", () => {
  test("once an evening, ten minutes after the first unseen match, without a name", async () => {
    const { t, asha, ravi } = await pair();
    const [omar, nils] = [await man(t, "Omar"), await man(t, "Nils")];
    await match(asha, ravi);
    await match(asha, omar);
    await soon(t, 9 * MINUTE);
    expect(noticesTo(asha)).toEqual([]);
    await soon(t, 2 * MINUTE);
    await match(asha, nils);
    await soon(t, HOUR);

    expect(noticesTo(asha)).toEqual([MATCH]);
    expect(JSON.stringify(mailsTo(asha.email)[0])).not.toMatch(/ravi|omar/i);
  });

  test("and does not count as a waiting mail before it is due", async () => {
    const { t, asha, ravi } = await pair();
    await match(asha, ravi);
    await t.mutation(internal.numbers.rollUp, {});
    await settled(t);

    expect(await rowsIn(t, "outbox")).toHaveLength(1);
    expect(await rowsIn(t, "numbersNow")).toMatchObject([{ mailsWaiting: 0 }]);
  });

  test("again on the next festival day", async () => {
    const { t, asha, ravi } = await pair();
    const omar = await man(t, "Omar");
    await match(asha, ravi);
    await soon(t, 20 * MINUTE);
    vi.setSystemTime(Date.now() + 24 * HOUR);
    await match(asha, omar);
    await soon(t, 20 * MINUTE);

    expect(noticesTo(asha)).toEqual([MATCH, MATCH]);
  });

  test("in the morning, if the match was made at night", async () => {
    const { t, asha, ravi } = await pair();
    advanceToNight();
    await match(asha, ravi);
    await pass(t, 5.5 * HOUR, 30 * MINUTE);
    expect(noticesTo(asha)).toEqual([]);
    await pass(t, HOUR, 30 * MINUTE);

    expect(noticesTo(asha)).toEqual([MATCH]);
  });

  test("once, even if the provider's response was lost", async () => {
    const { t, asha, ravi } = await pair();
    await match(asha, ravi);
    loseMailAnswers(2);
    await soon(t, HOUR);

    expect(noticesTo(asha)).toEqual([MATCH]);
    expect(await rowsIn(t, "outbox")).toEqual([]);
  });

  test.each<[string, (about: { t: Product; asha: Person; ravi: Person; matchId: string }) => Promise<unknown>]>([
    ["its popup was shown", ({ asha, matchId }) => asha.mutation(api.matches.markSeen, { matchIds: [matchId] })],
    ["they saw it in the list", ({ asha, matchId }) => asha.mutation(api.matches.markListed, { matchIds: [matchId] })],
    ["it ended", ({ ravi, matchId }) => ravi.mutation(api.matches.unmatch, { matchId })],
    ["the other person blocked them", ({ ravi, asha }) => ravi.mutation(api.reports.block, { profileId: asha.userId })],
    ["the other person was suspended", async ({ t, ravi }) => await suspend(t, await woman(t, "Zoya"), ravi)],
    ["they were suspended", async ({ t, asha }) => await suspend(t, await man(t, "Omar"), asha)],
    ["the other person left", ({ ravi }) => deleteAccount(ravi)],
    ["they left", ({ asha }) => deleteAccount(asha)],
    ["they switched the mails off", ({ asha }) => asha.mutation(api.profiles.setMailWishes, { notices: false })],
    ["they turn on notifications in the meantime", ({ asha }) => on(asha)],
    ["they have the app open", ({ t, asha }) => swipesNow(t, asha)],
    [
      "the app was closed",
      ({ t }) => t.run((ctx) => ctx.db.insert("closings", { lastDay: "2030-01-01", since: 0, stoppedAt: 1 })),
    ],
  ])("but not if %s", async (_, happens) => {
    const { t, asha, ravi } = await pair();
    const matchId = await match(asha, ravi);
    await soon(t, 8 * MINUTE);
    await happens({ t, asha, ravi, matchId });
    await soon(t, 30 * MINUTE);

    expect(noticesTo(asha)).toEqual([]);
    expect((await rowsIn(t, "outbox")).filter(({ channel }) => channel === "mail")).toEqual([]);
  });

  test("and the swipe that makes the match writes one row for it", async () => {
    const { t, asha, ravi } = await pair();
    await likes(asha, ravi);
    const { writes } = await traced(() => likes(ravi, asha));
    expect(writes.filter(({ table }) => table === "outbox" || table === "_scheduled_functions")).toHaveLength(1);
    await settled(t);
  });
});

describe("messages are mailed to a member without notifications", () => {
  test("after half an hour unread, once a day, without text or author", async () => {
    const { t, asha, ravi, matchId } = await talking();
    await write(t, ravi, matchId, "Left of the sound desk?");
    await soon(t, 29 * MINUTE);
    expect(noticesTo(asha)).toEqual([]);
    await soon(t, 2 * MINUTE);
    expect(noticesTo(asha)).toEqual([MESSAGES]);
    expect(JSON.stringify(mailsTo(asha.email)[0])).not.toMatch(/ravi|sound desk/i);

    await asha.mutation(api.chat.markRead, { matchId, upTo: 1 });
    await write(t, ravi, matchId, "Still there?");
    await soon(t, HOUR);
    expect(noticesTo(asha)).toEqual([MESSAGES]);
  });

  test("unless they were read; the half hour then starts with the next unread message", async () => {
    const { t, asha, ravi, matchId } = await talking();
    await write(t, ravi, matchId, "Hi");
    await soon(t, 10 * MINUTE);
    await asha.mutation(api.chat.markRead, { matchId, upTo: 1 });
    await soon(t, 15 * MINUTE);
    await write(t, ravi, matchId, "Where are you?");
    await soon(t, 25 * MINUTE);
    expect(noticesTo(asha)).toEqual([]);
    await soon(t, 10 * MINUTE);

    expect(noticesTo(asha)).toEqual([MESSAGES]);
  });

  test("when their phone's subscription has ended", async () => {
    const { t, asha, ravi, matchId } = await talking();
    await on(asha);
    await t.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("pushSubscriptions").collect())
        await ctx.db.delete("pushSubscriptions", _id);
    });
    await write(t, ravi, matchId, "Hi");
    await soon(t, 40 * MINUTE);

    expect(noticesTo(asha)).toEqual([MESSAGES]);
  });
});

describe("the link in a mail", () => {
  test("switches these mails off without signing in, and the profile switches them on again", async () => {
    const { t, asha, ravi } = await pair();
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    await match(asha, ravi);
    await soon(t, 20 * MINUTE);
    await t.mutation(api.profiles.stopMails, { token: tokenTo(asha) });
    expect(await mailPreferencesOf(asha)).toEqual({ mailNewLikes: false, mailNotices: false });

    vi.setSystemTime(Date.now() + 24 * HOUR);
    await match(asha, await man(t, "Omar"));
    await soon(t, 20 * MINUTE);
    expect(noticesTo(asha)).toEqual([MATCH]);
    await asha.mutation(api.profiles.setMailWishes, { notices: true });
    expect(await mailPreferencesOf(asha)).toEqual({ mailNewLikes: false, mailNotices: true });
  });

  test("with a wrong or forged token changes nothing and gets the same response", async () => {
    const { t, asha, ravi } = await pair();
    await match(asha, ravi);
    await soon(t, 20 * MINUTE);
    const [id = "", hash = ""] = tokenTo(asha).split(".");
    const wrong = [
      "",
      id,
      hash,
      `${id}.`,
      `${id}.${hash.slice(1)}`,
      `${id}.${hash.toUpperCase()}`,
      `${id}.${"0".repeat(64)}`,
      `${ravi.userId}.${hash}`,
      `${id}.${hash}.${hash}`,
      `${id}.${hash}\n`,
      "x".repeat(10_000),
    ];
    for (const token of wrong) {
      const { result, writes } = await traced(() => t.mutation(api.profiles.stopMails, { token }));
      expect([token, result, writes]).toEqual([token, null, []]);
    }
    for (const person of [asha, ravi]) expect(await mailPreferencesOf(person)).toMatchObject({ mailNotices: true });
    expect(await t.mutation(api.profiles.stopMails, { token: `${id}.${hash}` })).toBeNull();
    expect([(await mailPreferencesOf(asha)).mailNotices, (await mailPreferencesOf(ravi)).mailNotices]).toEqual([
      false,
      true,
    ]);
  });
});

/** Asha and Ravi, who have seen their match. */
async function talking() {
  const { t, asha, ravi } = await pair();
  const matchId = await match(asha, ravi);
  for (const one of [asha, ravi]) await one.mutation(api.matches.markSeen, { matchIds: [matchId] });
  return { t, asha, ravi, matchId };
}

async function soon(t: Product, span: number): Promise<void> {
  await pass(t, span, MINUTE);
}

function noticesTo(person: Person): string[] {
  return subjects(person).filter((subject) => subject === MATCH || subject === MESSAGES);
}

function tokenTo(person: Person): string {
  return /https:\/\/app\.test\/mails-off#(\S+)/.exec(mailsTo(person.email)[0]?.text ?? "")?.[1] ?? "no link was mailed";
}

async function mailPreferencesOf(person: Person) {
  const { mailNewLikes, mailNotices } = await person.query(api.profiles.me, {});
  return { mailNewLikes, mailNotices };
}

/** She likes another man, two minutes before the mail is due. */
async function swipesNow(t: Product, person: Person): Promise<void> {
  const other = await man(t, "Omar");
  await likes(person, other);
  vi.setSystemTime(Date.now() + 10_000);
  await t.mutation(internal.numbers.rollUp, {});
  await settled(t);
}
