import { describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { deleteAccount } from "./auth.testing";
import { jump } from "./clock.testing";
import { likes, man, match, woman } from "./crowd.testing";
import { subjects } from "./mails.testing";
import { notify } from "./model/push";
import { applicant, approve, signedIn, type Person } from "./people.testing";
import { everyRow, rowsIn, settled, setupTest, type Product } from "./product.testing";
import { answerPush, newBrowser, pushed, startPush, toldTo, type Browser } from "./push.testing";
import { suspend } from "./reports.testing";
import { endOfFestivalDay, festivalDay } from "./shared/festival";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const ZONE = "Asia/Kolkata";

describe("a match is told", () => {
  test("to the phone of who liked first, without a name, and a tap leads to the matches", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await match(asha, ravi);
    await settled(t);

    expect(await toldTo(phone)).toEqual([
      { title: "You have a new match", body: expect.any(String), tag: "match", path: "/matches" },
    ]);
    expect(JSON.stringify(await toldTo(phone))).not.toContain("Ravi");
  });

  test("with the name to who chose so", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await asha.mutation(api.push.setSettings, { showNames: true });
    await match(asha, ravi);
    await settled(t);

    expect(await titles(phone)).toEqual(["You and Ravi are a match"]);
  });

  test("to nobody who switched matches off, or has no phone, or has ended the match by then", async () => {
    const { t, asha, ravi } = await pair();
    const zoya = await woman(t, "Zoya");
    const phones = [await on(asha), await on(zoya)];
    await asha.mutation(api.push.setSettings, { kinds: { match: false } });
    await match(asha, ravi);
    const matchId = await match(zoya, ravi);
    await ravi.mutation(api.matches.unmatch, { matchId });
    await settled(t);

    expect(await Promise.all(phones.map(titles))).toEqual([[], []]);
    expect(await rowsIn(t, "outbox")).toEqual([]);
  });

  test("signed by the deployment, to be kept for a day, with nothing of it readable on the way", async () => {
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

describe("words are told", () => {
  test("once until they are read, and once a minute however fast they are read", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    const matchId = await match(asha, ravi);
    for (const text of ["Hi", "Left of the sound desk?", "I wave"]) await write(t, ravi, matchId, text);
    expect((await titles(phone)).slice(1)).toEqual(["You have a new message"]);
    expect((await toldTo(phone))[1]).toMatchObject({ path: `/matches/${matchId}`, tag: `message-${matchId}` });

    await asha.mutation(api.chat.markRead, { matchId, upTo: 3 });
    await write(t, ravi, matchId, "Still there?");
    expect(await titles(phone)).toHaveLength(2);
    await pass(t, 2 * MINUTE);
    expect(await titles(phone)).toHaveLength(3);
    expect(JSON.stringify(await toldTo(phone))).not.toMatch(/Ravi|sound desk|Still/);
  });

  test("not once they are read", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    const matchId = await match(asha, ravi);
    vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now())) + MINUTE);
    await write(t, ravi, matchId, "Awake?");
    await asha.mutation(api.chat.markRead, { matchId, upTo: 1 });
    await pass(t, 7 * HOUR, HOUR);

    expect(await titles(phone)).toEqual(["You have a new match"]);
    expect(await rowsIn(t, "outbox")).toEqual([]);
  });
});

describe("a decision on a profile", () => {
  test("is told on a phone and not mailed, and mailed to who has none", async () => {
    const { t } = await pair();
    const [lina, nura] = [await applicant(t, "Lina"), await applicant(t, "Nura")];
    const phone = await on(lina);
    for (const one of [lina, nura]) await approve(t, one);
    await settled(t);

    expect(await titles(phone)).toEqual(["There is news about your profile"]);
    expect([subjects(lina), subjects(nura)]).toEqual([[], ["Your Festival Match profile is approved"]]);
  });

  test("is mailed when the phone turns out to be gone", async () => {
    const { t } = await pair();
    const lina = await applicant(t, "Lina");
    await on(lina);
    answerPush(410);
    await approve(t, lina);
    await settled(t);

    expect(subjects(lina)).toEqual(["Your Festival Match profile is approved"]);
  });
});

describe("new likes are told", () => {
  test("once a day, and to who has a phone by no mail", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    vi.setSystemTime(Date.now() + MINUTE);
    await likes(ravi, asha);
    for (let day = 0; day < 2; day += 1) {
      vi.setSystemTime(Date.now() + 24 * HOUR);
      await t.mutation(internal.push.tellNewLikes, {});
      await t.mutation(internal.mails.mailNewLikes, {});
      await settled(t);
    }

    expect(await titles(phone)).toEqual(["You have new likes"]);
    expect(subjects(asha)).not.toContain("You have new likes");
  });

  test("by mail to who asked for mails, when the phone turns out to be gone", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    vi.setSystemTime(Date.now() + MINUTE);
    await likes(ravi, asha);
    answerPush(410);
    await t.mutation(internal.push.tellNewLikes, {});
    await settled(t);

    expect(subjects(asha)).toContain("You have new likes");
  });
});

describe("at night", () => {
  test("nothing is told from four until ten; then what happened is told in one", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now())) + MINUTE);
    const omar = await man(t, "Omar");
    await match(asha, ravi);
    await match(asha, omar);
    await pass(t, 5 * HOUR, 30 * MINUTE);
    expect(await titles(phone)).toEqual([]);
    await pass(t, 2 * HOUR, 30 * MINUTE);

    expect(await titles(phone)).toEqual(["You have 2 new matches"]);
  });

  test("of what is held back, no match is told that has ended, or is with somebody who was suspended", async () => {
    const { t, asha, ravi } = await pair();
    const [phone, zoya] = [await on(asha), await woman(t, "Zoya")];
    await asha.mutation(api.push.setSettings, { showNames: true });
    vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now())) + MINUTE);
    await match(asha, ravi);
    await suspend(t, zoya, ravi);
    await pass(t, 7 * HOUR, HOUR);
    expect(await titles(phone)).toEqual([]);

    vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now())) + MINUTE);
    const [omar, nils] = [await man(t, "Omar"), await man(t, "Nils")];
    const ended = await match(asha, omar);
    await match(asha, nils);
    await omar.mutation(api.matches.unmatch, { matchId: ended });
    await suspend(t, zoya, nils);
    await pass(t, 7 * HOUR, HOUR);
    expect(await titles(phone)).toEqual([]);
  });

  test("but what the organisers announce is", async () => {
    const { t, asha } = await pair();
    const phone = await on(asha);
    vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now())) + MINUTE);
    await t.run(async (ctx) => await notify(ctx, asha.userId, "announcement"));
    await settled(t);

    expect(await titles(phone)).toEqual(["There is news from the festival"]);
  });
});

describe("a push service", () => {
  test.each([404, 410])("that answers %i ends the subscription", async (status) => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    answerPush(status);
    await match(asha, ravi);
    await settled(t);

    expect([await rowsIn(t, "pushSubscriptions"), await rowsIn(t, "outbox")]).toEqual([[], []]);
  });

  test.each([500, 429, 403])(
    "that answers %i is asked again later, and only for the phone that missed it",
    async (status) => {
      const { t, asha, ravi } = await pair();
      const [phone, tablet] = [await on(asha), await on(await signedIn(t, asha.email))];
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      answerPush(status);
      await match(asha, ravi);
      await settled(t);
      await pass(t, 5 * MINUTE);

      const counts = await Promise.all([phone, tablet].map(async (one) => (await toldTo(one)).length));
      expect(counts.toSorted()).toEqual([1, 2]);
      expect(await rowsIn(t, "outbox")).toEqual([]);
    },
  );

  test("that redirects elsewhere is not followed", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    answerPush(302);
    await match(asha, ravi);
    await settled(t);

    expect(pushed()).toHaveLength(1);
  });
});

describe("a subscription", () => {
  test("ends with its session, a suspension and the account", async () => {
    const { t, asha, ravi } = await pair();
    const zoya = await woman(t, "Zoya");
    for (const person of [asha, ravi, zoya]) await on(person);
    await asha.action(api.auth.signOut, {});
    await suspend(t, zoya, ravi);
    expect((await rowsIn(t, "pushSubscriptions")).map(({ userId }) => userId)).toEqual([zoya.userId]);
    await deleteAccount(zoya);
    await settled(t);

    expect(await rowsIn(t, "pushSubscriptions")).toEqual([]);
    expect(await everyRow(t)).not.toContain(zoya.userId);
  });

  test("passes on to who signs in in the same browser", async () => {
    const { t, asha, ravi } = await pair();
    const phone = await on(asha);
    await ravi.mutation(api.push.subscribe, phone.subscription);
    await match(asha, ravi);
    await settled(t);

    expect(await titles(phone)).toEqual([]);
    expect(await asha.query(api.push.settings, {})).toMatchObject({ devices: 0, here: null, asked: true });
  });

  test("of an eleventh device ends the oldest", async () => {
    const { t, asha } = await pair();
    const phone = await on(asha);
    for (let i = 0; i < 10; i += 1) await on(await signedIn(t, asha.email));

    expect(await asha.query(api.push.settings, {})).toMatchObject({ devices: 10, here: null });
    expect(JSON.stringify(await rowsIn(t, "pushSubscriptions"))).not.toContain(phone.subscription.endpoint);
  });

  test("made with an earlier key of the deployment is used no more", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    vi.stubEnv("VAPID_PUBLIC_KEY", "another");
    await match(asha, ravi);
    await settled(t);

    expect(pushed()).toEqual([]);
    expect(await asha.query(api.push.settings, {})).toMatchObject({ here: null, devices: 0 });
  });

  test("is renewed by the browser that has its secret, and by nobody else", async () => {
    const { t, asha } = await pair();
    const [{ subscription }, next] = [await on(asha), await newBrowser()];
    const { endpoint, auth } = subscription;
    const renewed = async (secret: string) => {
      await t.mutation(api.push.renew, { endpoint, auth: secret, to: next.subscription });
      return (await asha.query(api.push.settings, {})).here;
    };

    expect(await renewed(next.subscription.auth)).toBe(endpoint);
    expect(await renewed(auth)).toBe(next.subscription.endpoint);
  });

  test("is impossible where the deployment has no keys", async () => {
    const { asha } = await pair();
    vi.stubEnv("VAPID_PRIVATE_KEY", "");

    await expect(on(asha)).rejects.toMatchObject({ data: { code: "BAD_INPUT" } });
    expect(await asha.query(api.push.settings, {})).toMatchObject({ key: null });
  });
});

describe("a forged subscription is refused:", () => {
  test.each([
    "http://fcm.googleapis.com/fcm/send/1",
    "https://127.0.0.1/1",
    "https://[::1]/1",
    "https://[::ffff:10.0.0.1]/1",
    "https://169.254.169.254/latest/meta-data",
    "https://2130706433/1",
    "https://localhost/1",
    "https://fcm.googleapis.com:8443/1",
    "https://fcm.googleapis.com:22/1",
    "https://fcm.googleapis.com@10.0.0.1/1",
    "https://somebody@fcm.googleapis.com/1",
    "https://fcm.googleapis.com.evil.example/1",
    "https://evil-fcm.googleapis.com/1",
    "https://fcm.googleapis.com./1",
    "https://xn--fcm-googleapis-com.example/1",
    "https://fcm。googleapis。com.evil.example/1",
    "https://notify.windows.com/1",
    "https://.notify.windows.com/1",
    "https://web.push.apple.com\\@10.0.0.1:80/1",
    "https://push.apple.com/1",
    "ftp://web.push.apple.com/1",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "",
    `https://web.push.apple.com/${"a".repeat(1_000)}`,
  ])("at %s", async (endpoint) => {
    const { asha } = await pair();
    const { subscription } = await newBrowser(endpoint);

    await expect(asha.mutation(api.push.subscribe, subscription)).rejects.toMatchObject({
      data: { code: "BAD_INPUT" },
    });
  });

  test.each([
    ["p256dh", ""],
    ["p256dh", "A".repeat(87)],
    ["p256dh", "B".repeat(88)],
    ["auth", "A".repeat(20)],
    ["auth", "AAAAAAAAAAAAAAAAAAAA=="],
    ["auth", "\n".repeat(22)],
  ])("with %s %j", async (key, value) => {
    const { asha } = await pair();
    const { subscription } = await newBrowser();
    const forged = { ...subscription, [key]: value };

    await expect(asha.mutation(api.push.subscribe, forged)).rejects.toMatchObject({ data: { code: "BAD_INPUT" } });
  });

  test("a row from elsewhere that names a private address causes no request, and goes", async () => {
    const { t, asha, ravi } = await pair();
    await on(asha);
    await t.run(async (ctx) => {
      const row = (await ctx.db.query("pushSubscriptions").first())!;
      await ctx.db.patch("pushSubscriptions", row._id, { endpoint: "https://10.0.0.1/1" });
    });
    await match(asha, ravi);
    await settled(t);

    expect([pushed(), await rowsIn(t, "pushSubscriptions")]).toEqual([[], []]);
  });

  test("a point that is on no curve", async () => {
    const { t, asha, ravi } = await pair();
    const { subscription } = await newBrowser();
    const p256dh = `BA${"A".repeat(85)}`;
    await asha.mutation(api.push.subscribe, { ...subscription, p256dh });
    await match(asha, ravi);
    await settled(t);

    expect([pushed(), await rowsIn(t, "pushSubscriptions")]).toEqual([[], []]);
  });
});

/** Asha and Ravi at three in the afternoon, festival time. */
async function pair() {
  const t = setupTest();
  startPush();
  jump();
  vi.setSystemTime(endOfFestivalDay(ZONE, festivalDay(ZONE, Date.now()) - 1) + 11 * HOUR);
  const [asha, ravi] = [await woman(t, "Asha"), await man(t, "Ravi")];
  await settled(t);
  return { t, asha, ravi };
}

/** Subscribes a new browser of somebody. */
async function on(person: Person): Promise<Browser> {
  const browser = await newBrowser();
  await person.mutation(api.push.subscribe, browser.subscription);
  return browser;
}

async function titles(browser: Browser): Promise<string[]> {
  return (await toldTo(browser)).map(({ title }) => title);
}

async function write(t: Product, from: Person, matchId: string, text: string): Promise<void> {
  await from.mutation(api.chat.send, { matchId, key: crypto.randomUUID(), text });
  await settled(t);
}

/** Moves the clock, and runs the job along the way. */
async function pass(t: Product, span: number, step = MINUTE): Promise<void> {
  for (let gone = 0; gone < span; gone += step) {
    vi.setSystemTime(Date.now() + step);
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t, MINUTE);
  }
}
