import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { likes, man, match, woman } from "../../testing/crowd.testing";
import { subjects } from "../../testing/mails.testing";
import { applicant, approve, organiser } from "../../testing/people.testing";
import { runMailJob, counters, rowsIn, settled } from "../../testing/product.testing";
import { answerPush, pushed, notificationsTo } from "../../testing/push.testing";
import { suspend } from "../../testing/reports.testing";
import { on, pair, pass, titles, advanceToNight, write } from "../../testing/phones.testing";
import { MINUTE, HOUR, DAY } from "../../testing/clock.testing";

describe("the notification of a match", () => {
  test("reaches the phone of the person who liked first, without a name, and opens the matches", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await match(asha, ravi);
    await settled(t);

    expect(await notificationsTo(phone)).toEqual([
      { title: "You have a new match", body: expect.any(String), tag: "match", path: "/matches" },
    ]);
    expect(JSON.stringify(await notificationsTo(phone))).not.toContain("Ravi");
  });

  test("has the name if the person chose that", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await asha.mutation(api.push.setSettings, { showNames: true });
    await match(asha, ravi);
    await settled(t);

    expect(await titles(phone)).toEqual(["You and Ravi are a match"]);
  });

  test("is not sent when the person switched matches off, or the match has ended by then", async () => {
    const { t, asha, ravi } = await pair();
    const zoya = await woman(t, "Zoya");
    const phones = [await on(asha), await on(zoya)];
    await asha.mutation(api.push.setSettings, { kinds: { match: false } });
    expect(await asha.query(api.push.settings, {})).toMatchObject({ kinds: { match: false, message: true } });
    await match(asha, ravi);
    const matchId = await match(zoya, ravi);
    await ravi.mutation(api.matches.unmatch, { matchId });
    await pass(t, 20 * MINUTE);

    expect(await Promise.all(phones.map(titles))).toEqual([[], []]);
    expect([await rowsIn(t, "outbox"), subjects(asha)]).toEqual([[], []]);
  });

  test("has the deployment's signature, a lifetime of one day and an encrypted body", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    await match(asha, ravi);
    await settled(t);

    const [{ headers, body }] = pushed() as [ReturnType<typeof pushed>[0]];
    expect(Object.fromEntries(headers)).toMatchObject({
      ttl: "86400",
      "content-encoding": "aes128gcm",
      urgency: "high",
      topic: expect.stringMatching(/^[\w-]{32}$/),
      authorization: expect.stringMatching(/^vapid t=\S+, k=\S+$/),
    });
    expect(new TextDecoder().decode(body)).not.toContain("match");
  });
});

describe("the notification of messages", () => {
  test("is sent once until they are read, and at most once a minute", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    const matchId = await match(asha, ravi);
    for (const text of ["Hi", "Left of the sound desk?", "I wave"]) await write(t, ravi, matchId, text);
    expect((await titles(phone)).slice(1)).toEqual(["You have a new message"]);
    expect((await notificationsTo(phone))[1]).toMatchObject({ path: `/matches/${matchId}`, tag: `message-${matchId}` });

    await asha.mutation(api.chat.markRead, { matchId, upTo: 3 });
    await write(t, ravi, matchId, "Still there?");
    expect(await titles(phone)).toHaveLength(2);
    await pass(t, 2 * MINUTE);
    expect(await titles(phone)).toHaveLength(3);
    expect(JSON.stringify(await notificationsTo(phone))).not.toMatch(/Ravi|sound desk|Still/);
  });

  test("goes neither to the writer nor to a reader who has the thread open", async () => {
    const { t, asha, ravi } = await pair();
    const phones = [await on(asha), await on(ravi)];
    const matchId = await match(asha, ravi);
    for (const one of [asha, ravi]) await one.mutation(api.matches.markSeen, { matchIds: [matchId] });
    await settled(t);
    const before = await Promise.all(phones.map(titles));
    await ravi.mutation(api.chat.look, { matchId, open: true });
    await write(t, asha, matchId, "Hi!");
    expect(await Promise.all(phones.map(titles))).toEqual(before);

    vi.setSystemTime(Date.now() + 41_000);
    await write(t, asha, matchId, "Where are you?");
    const [hers, his] = await Promise.all(phones.map(titles));
    expect([hers, his!.length]).toEqual([before[0], before[1]!.length + 1]);
  });

  test("has a counter that is deleted when the thread ends", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    const matchId = await match(asha, ravi);
    await write(t, ravi, matchId, "Hi");
    const ofThread = async () => (await counters(t)).filter((key) => key.includes(matchId));
    expect(await ofThread()).toEqual([`${asha.userId} message-${matchId}`]);
    await asha.mutation(api.matches.unmatch, { matchId });
    await settled(t);

    expect(await ofThread()).toEqual([]);
  });

  test("is not sent once they are read", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    const matchId = await match(asha, ravi);
    advanceToNight();
    await write(t, ravi, matchId, "Awake?");
    await asha.mutation(api.chat.markRead, { matchId, upTo: 1 });
    await pass(t, 7 * HOUR, HOUR);

    expect(await titles(phone)).toEqual(["You have a new match"]);
    expect(await rowsIn(t, "outbox")).toEqual([]);
  });
});

describe("a decision on a profile", () => {
  test("goes to the person's phone, or by mail if they have none", async () => {
    const { t } = await pair();
    const [lina, nura] = [await applicant(t, "Lina"), await applicant(t, "Nura")];
    const phone = await on(lina);
    for (const one of [lina, nura]) await approve(t, one);
    await runMailJob(t);

    expect(await titles(phone)).toEqual(["There is news about your profile"]);
    expect([subjects(lina), subjects(nura)]).toEqual([[], ["Your Festival Match profile is approved"]]);
  });

  test("is mailed when the phone's subscription has ended", async () => {
    const { t } = await pair();
    const lina = await applicant(t, "Lina");
    await on(lina);
    answerPush(410);
    await approve(t, lina);
    await runMailJob(t);

    expect(subjects(lina)).toEqual(["Your Festival Match profile is approved"]);
  });

  test("is mailed when the phone's push service fails for two days", async () => {
    const { t } = await pair();
    const lina = await applicant(t, "Lina");
    await on(lina);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    answerPush(...Array.from({ length: 100 }, () => 503));
    await approve(t, lina);
    await settled(t);
    await pass(t, 2 * DAY, 30 * MINUTE);

    expect(await rowsIn(t, "outbox")).toEqual([]);
    expect(subjects(lina)).toEqual(["Your Festival Match profile is approved"]);
  });
});

describe("new likes are notified", () => {
  test("once, and not by mail if the person has a phone", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    vi.setSystemTime(Date.now() + MINUTE);
    await likes(ravi, asha);
    for (let day = 0; day < 2; day += 1) {
      vi.setSystemTime(Date.now() + 24 * HOUR);
      await t.mutation(internal.push.notifyNewLikes, {});
      await t.mutation(internal.mails.mailNewLikes, {});
      await settled(t);
    }

    expect(await titles(phone)).toEqual(["You have new likes"]);
    expect(subjects(asha)).not.toContain("You have new likes");
  });

  test("by mail if the person asked for mails and their phone's subscription has ended", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    vi.setSystemTime(Date.now() + MINUTE);
    await likes(ravi, asha);
    answerPush(410);
    await t.mutation(internal.push.notifyNewLikes, {});
    await runMailJob(t);

    expect(subjects(asha)).toContain("You have new likes");
  });
});

describe("at night", () => {
  test("phones stay quiet from four until ten; then one notification counts the matches", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    advanceToNight();
    const omar = await man(t, "Omar");
    await match(asha, ravi);
    await match(asha, omar);
    await pass(t, 5 * HOUR, 30 * MINUTE);
    expect(await titles(phone)).toEqual([]);
    await pass(t, 2 * HOUR, 30 * MINUTE);

    expect(await titles(phone)).toEqual(["You have 2 new matches"]);
  });

  test("a waiting notification drops ended matches and matches with a suspended person", async () => {
    const { t, asha, ravi } = await pair();
    const [phone, zoya] = [await on(asha), await woman(t, "Zoya")];
    await asha.mutation(api.push.setSettings, { showNames: true });
    advanceToNight();
    await match(asha, ravi);
    await suspend(t, zoya, ravi);
    await pass(t, 7 * HOUR, HOUR);
    expect(await titles(phone)).toEqual([]);

    advanceToNight();
    const [omar, nils] = [await man(t, "Omar"), await man(t, "Nils")];
    const ended = await match(asha, omar);
    await match(asha, nils);
    await omar.mutation(api.matches.unmatch, { matchId: ended });
    await suspend(t, zoya, nils);
    await pass(t, 7 * HOUR, HOUR);
    expect(await titles(phone)).toEqual([]);
  });

  test("announcements still go out", async () => {
    const { t, asha } = await pair();
    const phone = await on(asha);
    advanceToNight();
    const ines = await organiser(t);
    await ines.mutation(api.festival.announce, {
      text: "Rain: the stage moves.",
      until: null,
      mail: false,
      push: true,
    });
    await settled(t);

    expect(await titles(phone)).toEqual(["There is news from the festival"]);
  });
});
