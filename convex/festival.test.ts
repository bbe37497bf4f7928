import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { verify } from "./auth.testing";
import { jump } from "./clock.testing";
import { likes, man, match, woman } from "./crowd.testing";
import { festivalInput, type Settings } from "./festival.testing";
import { codeFor, mailsTo, subjects } from "./mails.testing";
import { member, newcomer, organiser, signedIn, type Person } from "./people.testing";
import { rowsIn, settled, setupTest } from "./product.testing";
import { newBrowser, startPush, toldTo } from "./push.testing";
import { sentences } from "./shared/festivalForm";
import { endOfFestivalDay, festivalDay, festivalDates, localTime, phaseOf, quietUntil } from "./shared/festival";
import { orders, shop } from "./shop.testing";
import { traced } from "./traces.testing";

const HOUR = 3_600_000;
const closed = { data: { code: "FORBIDDEN", message: "Sign-ups are closed. If you have an account, please sign in." } };
const notSold = { data: { code: "FORBIDDEN", message: "Gold and VIP are not sold any more." } };

describe("the settings", () => {
  test("come from the environment until an organiser saves them, then every change is everybody's at once and kept with its maker", async () => {
    const t = setupTest({ FESTIVAL_NAME: "From Outside", FESTIVAL_LAST_DAY: "no day", HELP_POINT: "Tent" });
    expect(await t.query(api.festival.settings, {})).toMatchObject({
      ...{ name: "From Outside", firstDay: null, lastDay: null, helpPoint: "Tent", version: 0 },
      ...{ supportEmail: "hello@festival.test", signUps: "open", sales: "open", timeZone: "Asia/Kolkata" },
    });
    const ines = await organiser(t, "Ines");
    await saves(ines, { name: "  Moon \u202eLights " });
    await saves(ines, { name: "Moonlights", accent: "lagoon" });

    expect(await t.query(api.festival.settings, {})).toMatchObject({
      name: "Moonlights",
      accent: "lagoon",
      version: 2,
    });
    expect((await ines.query(api.festival.changes, {}))[0]).toMatchObject({
      name: "ines",
      changes: [
        { field: "name", before: "Moon Lights", after: "Moonlights" },
        { field: "accent", before: "sunset", after: "lagoon" },
      ],
    });
    expect((await rowsIn(t, "incidents")).filter(({ what }) => what === "festivalChanged")).toHaveLength(2);
  });

  test.each<[Partial<Settings>, string]>([
    [{ name: " \u200b " }, sentences.name],
    [{ name: "x".repeat(41) }, "Name must be at most 40 characters"],
    [{ firstDay: "2030-12-22" }, sentences.daysOrder],
    [{ lastDay: "2031-12-18" }, sentences.daysMost],
    [{ firstDay: "2030-02-30" }, sentences.day],
    [{ firstDay: "" }, sentences.day],
    [{ timeZone: "Asia/Atlantis" }, sentences.timeZone],
    [{ timeZone: "" }, sentences.timeZone],
    [{ supportEmail: "me, you@college.edu" }, "Please enter a valid email address"],
    [{ socialUrl: "javascript:alert(1)" }, sentences.url],
    [{ socialUrl: "http://a.example" }, sentences.url],
    [{ socialUrl: "https://a:b@a.example" }, sentences.url],
    [{ line: "x".repeat(121) }, "Line must be at most 120 characters"],
    [{ signUps: "between" }, sentences.betweenNeither],
    [{ signUps: "between", signUpsFrom: "soon" }, sentences.time],
    [{ signUps: "between", signUpsFrom: "2030-12-02T10:00", signUpsUntil: "2030-12-01T10:00" }, sentences.betweenOrder],
  ])("%j is refused by its sentence, and nothing changes", async (wrong, message) => {
    const t = setupTest();
    const ines = await organiser(t);

    await expect(saves(ines, wrong)).rejects.toMatchObject({ data: { code: "BAD_INPUT", message } });
    expect(await rowsIn(t, "festival")).toEqual([]);
  });

  test("of two organisers who save at once, the second is told who was first, and nothing of the first is lost", async () => {
    const t = setupTest();
    const [ines, otto] = [await organiser(t, "Ines"), await organiser(t, "Otto")];
    await saves(ines, {});
    const { version } = await t.query(api.festival.settings, {});
    const save = (who: Person, name: string) =>
      who.mutation(api.festival.save, { version, settings: festivalInput({ name }) });
    const results = await Promise.allSettled([save(ines, "Lights"), save(otto, "Sounds")]);

    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    expect((results[1] as PromiseRejectedResult).reason).toMatchObject({
      data: { code: "ALREADY_DECIDED", message: expect.stringContaining("by ines a moment ago") },
    });
    expect((await t.query(api.festival.settings, {})).name).toBe("Lights");
  });

  test("run again what shows them, and no deck, match list or profile when only an announcement or a name changes", async () => {
    const t = setupTest();
    const [asha, ravi, ines] = [await woman(t, "Asha"), await man(t, "Ravi"), await organiser(t)];
    await saves(ines, {});
    await match(asha, ravi);
    const open = [
      await traced(() => asha.query(api.profiles.me, {})),
      await traced(() => asha.query(api.swipes.deck, {})),
      await traced(() => asha.query(api.matches.list, {})),
      await traced(() => asha.query(api.matches.pendingLikes, {})),
    ];
    const shown = await traced(() => asha.query(api.festival.settings, {}));
    const said = await traced(() => announces(ines, "Gates open at four."));
    const renamed = await traced(() => saves(ines, { name: "Lights" }));
    const shut = await traced(() => saves(ines, { name: "Lights", sales: "closed" }));

    for (const { writes } of [said, renamed, shut]) {
      expect(shown.touchedBy(writes)).toBe(true);
      expect(open.some((query) => query.touchedBy(writes))).toBe(false);
    }
  });
});

describe("sign-ups", () => {
  test("that are closed send no code, take no code, and keep nobody with an account out", async () => {
    const t = setupTest();
    const [asha, ines] = [await newcomer(t, "Asha"), await organiser(t)];
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    const otp = codeFor("ravi@people.test");
    await saves(ines, { signUps: "closed" });

    await expect(t.action(api.auth.sendOtp, { email: "lina@people.test" })).rejects.toMatchObject(closed);
    expect(mailsTo("lina@people.test")).toEqual([]);
    await expect(verify(t, { email: "ravi@people.test", otp })).rejects.toMatchObject(closed);
    await signedIn(t, asha.email);
    await t.action(api.auth.requestReset, { email: asha.email });
    await settled(t);
    expect(subjects(asha)).toEqual(["Reset your Festival Match password"]);

    await saves(ines, { signUps: "open" });
    await verify(t, { email: "ravi@people.test", otp });
  });

  test("open and close by themselves at the hour that the festival's clocks show", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-12-01T09:59:00+05:30") });
    const t = setupTest();
    const ines = await organiser(t);
    await saves(ines, { signUps: "between", signUpsFrom: "2030-12-01T10:00", signUpsUntil: "2030-12-02T10:00" });
    const asks = (email: string) => t.action(api.auth.sendOtp, { email });
    await expect(asks("early@people.test")).rejects.toMatchObject(closed);
    vi.setSystemTime(new Date("2030-12-01T10:00:00+05:30"));
    await asks("early@people.test");
    vi.setSystemTime(new Date("2030-12-02T10:00:00+05:30"));
    await expect(asks("late@people.test")).rejects.toMatchObject(closed);
  });

  test("and sales end with the night after the last day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-12-22T03:59:00+05:30") });
    const { t } = shop();
    const [asha, ines] = [await woman(t, "Asha"), await organiser(t)];
    await saves(ines, {});
    await orders(asha);
    vi.setSystemTime(new Date("2030-12-22T04:00:00+05:30"));

    await expect(orders(asha, "vip_boost")).rejects.toMatchObject(notSold);
    await expect(t.action(api.auth.sendOtp, { email: "late@people.test" })).rejects.toMatchObject(closed);
    await signedIn(t, asha.email);
  });
});

test("nothing is sold while sales are closed, and an order that was opened before can still be verified", async () => {
  const { t } = shop();
  const [asha, ines] = [await woman(t, "Asha"), await organiser(t)];
  const { orderId } = await orders(asha);
  await saves(ines, { firstDay: tomorrow(), lastDay: tomorrow(), sales: "closed" });

  await expect(orders(asha)).rejects.toMatchObject(notSold);
  expect(await asha.action(api.payments.verify, { orderId })).toMatchObject({ verified: false });
  await saves(ines, { firstDay: tomorrow(), lastDay: tomorrow() });
  await orders(asha);
});

test("days that somebody chose go from their profile when they are days of the festival no more", async () => {
  const t = setupTest({ FESTIVAL_FIRST_DAY: "2030-12-18", FESTIVAL_LAST_DAY: "2030-12-21" });
  const ines = await organiser(t);
  const asha = await member(t, "Asha", { festivalDays: ["2030-12-21", "1999-01-01", "2030-12-18"] });
  const own = async () => (await asha.query(api.profiles.me, {})).festivalDays;
  expect(await own()).toEqual(["2030-12-18", "2030-12-21"]);
  await saves(ines, { firstDay: "2030-12-20", lastDay: "2030-12-22" });
  expect(await own()).toEqual(["2030-12-21"]);
  await saves(ines, { firstDay: "2031-12-20", lastDay: "2031-12-22" });
  expect(await own()).toEqual([]);
});

describe("the calendar", () => {
  test("in any time zone has days that follow one another and turn when clocks show four, whatever summer time does", () => {
    const zones = ["UTC", "Asia/Kolkata", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"];
    const someTime = fc.integer({ min: Date.UTC(2012, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...zones), someTime, (zone, now) => {
        const day = festivalDay(zone, now);
        const end = endOfFestivalDay(zone, day);
        expect(now).toBeLessThan(end);
        expect([festivalDay(zone, end - 1), festivalDay(zone, end)]).toEqual([day, day + 1]);
        expect(new Date(localTime(zone, end)).toISOString().slice(11)).toBe("04:00:00.000Z");
        const quiet = quietUntil(zone, now);
        if (quiet !== null) expect(new Date(localTime(zone, quiet)).toISOString().slice(11)).toBe("10:00:00.000Z");
        expect(quiet === null).toBe(new Date(localTime(zone, now)).getUTCHours() >= 10 || hourOf(zone, now) < 4);
      }),
      { numRuns: 500 },
    );
  });

  test("is before until midnight of the first day, and after from four in the morning after the last", () => {
    const calendar = { timeZone: "Europe/Berlin", firstDay: "2030-03-29", lastDay: "2030-03-31" };
    const phases = ["2030-03-28T22:59Z", "2030-03-28T23:00Z", "2030-04-01T01:59Z", "2030-04-01T02:00Z"];
    expect(phases.map((at) => phaseOf(calendar, Date.parse(at)))).toEqual(["before", "during", "during", "after"]);
    expect(festivalDates(calendar)).toEqual(["2030-03-29", "2030-03-30", "2030-03-31"]);
    expect(phaseOf({ ...calendar, firstDay: null, lastDay: null }, 0)).toBe("during");
  });

  test("moves a free member's turn with the time zone", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-12-18T12:00:00Z") });
    const t = setupTest();
    const [asha, ines] = [await woman(t, "Asha"), await organiser(t)];
    const turn = async () => new Date((await asha.query(api.profiles.me, {})).swipesResetAt).toISOString();
    expect(await turn()).toBe("2030-12-18T22:30:00.000Z");
    await saves(ines, { timeZone: "Europe/Berlin" });
    expect(await turn()).toBe("2030-12-19T03:00:00.000Z");
  });

  test("says when likes are told of: at one o'clock there, once a day", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-12-18T00:01:00Z") });
    const t = setupTest();
    const [asha, ravi, ines] = [await woman(t, "Asha"), await man(t, "Ravi"), await organiser(t)];
    await saves(ines, { timeZone: "America/St_Johns" });
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    await likes(ravi, asha);
    const told: string[] = [];
    for (let quarter = 0; quarter < 96; quarter += 1) {
      vi.setSystemTime(Date.parse("2030-12-19T00:01:00Z") + quarter * (HOUR / 4));
      await t.mutation(internal.festival.tellNewLikes, {});
      if ((await t.run((ctx) => ctx.db.system.query("_scheduled_functions").collect())).some(isTelling)) {
        told.push(new Date(localTime("America/St_Johns", Date.now())).toISOString().slice(11, 16));
        break;
      }
    }
    expect(told).toEqual(["13:01"]);
  });
});

describe("an announcement", () => {
  test("reaches everybody who may be here, by mail and on phones, and once it is taken back nobody more", async () => {
    const t = setupTest();
    startPush();
    jump();
    const [asha, ravi, lina] = [await woman(t, "Asha"), await newcomer(t, "Ravi"), await newcomer(t, "Lina")];
    const ines = await organiser(t);
    await t.run((ctx) => ctx.db.patch("users", lina.userId, { status: "suspended" }));
    const phone = await newBrowser();
    await asha.mutation(api.push.subscribe, phone.subscription);
    await announces(ines, "The main stage opens <at> six.", { mail: true, push: true });
    await settled(t, 60_000);

    expect((await t.query(api.festival.settings, {})).announcement?.text).toBe("The main stage opens <at> six.");
    expect(mailsTo(ravi.email)[0]).toMatchObject({ subject: "News from Festival Match" });
    expect(mailsTo(ravi.email)[0]?.text).toContain("The main stage opens <at> six.");
    expect([subjects(asha).at(-1), subjects(lina), mailsTo(ines.email)]).toEqual(["News from Festival Match", [], []]);
    expect((await toldTo(phone)).map(({ title }) => title)).toEqual(["There is news from the festival"]);

    await announces(ines, "It rains.", { mail: true });
    await ines.mutation(api.festival.withdraw, {});
    await settled(t, 60_000);
    expect(subjects(ravi)).toEqual(["News from Festival Match"]);
    expect((await t.query(api.festival.settings, {})).announcement).toBeNull();
    expect((await ines.query(api.festival.changes, {})).map(({ changes }) => changes[0]?.after)).toEqual([
      "",
      "It rains.",
      "The main stage opens <at> six.",
    ]);
  });

  test("to many goes out fifty in a transaction", async () => {
    const t = setupTest();
    const ines = await organiser(t);
    await t.run(async (ctx) => {
      for (let i = 0; i < 120; i += 1)
        await ctx.db.insert("users", {
          email: `p${String(i)}@people.test`,
          kind: "user",
          status: "none",
          rejections: 0,
        });
    });
    await announces(ines, "Gates open at four.");
    const at = (await t.query(api.festival.settings, {})).announcement?.at ?? 0;
    const first = await traced(() => t.mutation(internal.festival.tellEverybody, { at, by: "mail" }));

    expect(first.writes.filter(({ table }) => table === "outbox")).toHaveLength(49);
    expect(first.documents).toBeLessThan(120);
  });

  test.each([
    ["", null, sentences.announcement],
    ["x".repeat(281), null, "Announcement must be at most 280 characters"],
    ["Now", "2020-01-01T10:00", sentences.untilPast],
    ["Now", "tomorrow", sentences.time],
  ])("of %j until %j is refused", async (text, until, message) => {
    const t = setupTest();
    const ines = await organiser(t);
    await expect(announces(ines, text, { until })).rejects.toMatchObject({ data: { code: "BAD_INPUT", message } });
  });
});

async function saves(who: Person, change: Partial<Settings>): Promise<void> {
  const { version } = await who.query(api.festival.settings, {});
  await who.mutation(api.festival.save, { version, settings: festivalInput(change) });
}

async function announces(
  who: Person,
  text: string,
  more: { until?: string | null; mail?: boolean; push?: boolean } = {},
): Promise<void> {
  await who.mutation(api.festival.announce, { text, until: null, mail: false, push: false, ...more });
}

function isTelling({ name }: { name: string }): boolean {
  return name.includes("mailNewLikes");
}

function hourOf(zone: string, now: number): number {
  return new Date(localTime(zone, now)).getUTCHours();
}

function tomorrow(): string {
  return new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);
}
