import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { verify } from "../../testing/auth.testing";
import { woman } from "../../testing/crowd.testing";
import { festivalInput, type Settings } from "../../testing/festival.testing";
import { codeFor, mailsTo, subjects } from "../../testing/mails.testing";
import { member, signsUp, organiser, signedIn, type Person } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { sentences } from "../../shared/festivalForm";
import { orders, shop } from "../../testing/shop.testing";
import { saves } from "../../testing/festival.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { HOUR } from "../../testing/clock.testing";

const closed = { code: "FORBIDDEN", message: "Sign-ups are closed. If you have an account, please sign in." };
const notSold = { code: "FORBIDDEN", message: "Gold and VIP are no longer on sale." };

describe("the settings", () => {
  test("come from the environment until an organiser saves them; each save is public at once and logged with its author", async () => {
    const t = setupTest({ FESTIVAL_NAME: "From Outside", FESTIVAL_LAST_DAY: "no day", HELP_POINT: "Tent" });
    expect(await t.query(api.festival.settings, {})).toMatchObject({
      ...{ name: "From Outside", firstDay: null, lastDay: null, helpPoint: "Tent", version: 0 },
      ...{
        socialPicture: "https://app.test/preview.png",
        supportEmail: "hello@festival.test",
        signUps: "open",
        sales: "open",
        timeZone: "Asia/Kolkata",
      },
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
    [{ lastDay: "2031-12-18" }, sentences.daysMax],
    [{ firstDay: "2030-02-30" }, sentences.day],
    [{ firstDay: "" }, sentences.day],
    [{ timeZone: "Asia/Atlantis" }, sentences.timeZone],
    [{ timeZone: "" }, sentences.timeZone],
    [{ supportEmail: "me, you@college.edu" }, "Please enter a valid email address"],
    [{ socialUrl: "javascript:alert(1)" }, sentences.url],
    [{ socialUrl: "http://a.example" }, sentences.url],
    [{ socialUrl: "https://a:b@a.example" }, sentences.url],
    [{ line: "x".repeat(121) }, "Line must be at most 120 characters"],
    [{ signUps: "between" }, sentences.betweenEmpty],
    [{ signUps: "between", signUpsFrom: "soon" }, sentences.time],
    [{ signUps: "between", signUpsFrom: "2030-12-02T10:00", signUpsUntil: "2030-12-01T10:00" }, sentences.betweenOrder],
  ])("reject %j with its sentence, and nothing changes", async (wrong, message) => {
    const t = setupTest();
    const ines = await organiser(t);

    await expectRefusal(saves(ines, wrong), "BAD_INPUT", message);
    expect(await rowsIn(t, "festival")).toEqual([]);
  });

  test("keep the first of two simultaneous saves; the refusal of the second names the first organiser", async () => {
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

  test("change the title and the ETag of the REST description from the next request on", async () => {
    const t = setupTest({ FESTIVAL_NAME: "From Outside" });
    const [ines, tags] = [await organiser(t, "Ines"), new Set<string | null>()];
    const titleOf = async () => {
      const answer = await t.fetch("/api/openapi.json");
      tags.add(answer.headers.get("etag"));
      const { info } = (await answer.json()) as { info: { title: string } };
      expect(await (await t.fetch("/api/docs")).text()).toContain(info.title);
      return info.title;
    };
    expect([await titleOf(), await titleOf(), tags.size]).toEqual([
      "From Outside REST API",
      "From Outside REST API",
      1,
    ]);
    await saves(ines, { name: "Moonlights" });
    expect([await titleOf(), tags.size]).toEqual(["Moonlights REST API", 2]);
  });
});

describe("sign-ups", () => {
  test("that are closed send no new code, accept one sent before, and leave sign-ins and resets open", async ({
    t,
  }) => {
    const [asha, ines] = [await signsUp(t, "Asha"), await organiser(t)];
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    const otp = codeFor("ravi@people.test");
    await saves(ines, { signUps: "closed" });

    await expectRefusal(t.action(api.auth.sendOtp, { email: "lina@people.test" }), closed);
    expect(mailsTo("lina@people.test")).toEqual([]);
    await expectRefusal(verify(t, { email: "lina@people.test", otp }), "BAD_INPUT");
    await verify(t, { email: "ravi@people.test", otp });
    await signedIn(t, asha.email);
    await t.action(api.auth.requestReset, { email: asha.email });
    await settled(t);
    expect(subjects(asha)).toEqual(["Reset your Festival Match password"]);
  });

  test("open and close automatically at the saved times, in festival time", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-12-01T09:59:00+05:30") });
    const t = setupTest();
    const ines = await organiser(t);
    await saves(ines, { signUps: "between", signUpsFrom: "2030-12-01T10:00", signUpsUntil: "2030-12-02T10:00" });
    const asks = (email: string) => t.action(api.auth.sendOtp, { email });
    await expectRefusal(asks("early@people.test"), closed);
    vi.setSystemTime(new Date("2030-12-01T10:00:00+05:30"));
    await asks("early@people.test");
    vi.setSystemTime(new Date("2030-12-02T10:00:00+05:30"));
    await expectRefusal(asks("late@people.test"), closed);
  });

  test("and sales end at 04:00 after the last day, and members can still sign in", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2030-12-22T03:59:00+05:30") });
    const { t } = shop();
    const [asha, ines] = [await woman(t, "Asha"), await organiser(t)];
    await saves(ines, {});
    await orders(asha);
    vi.setSystemTime(new Date("2030-12-22T04:00:00+05:30"));

    await expectRefusal(orders(asha, "vip_boost"), notSold);
    await expectRefusal(t.action(api.auth.sendOtp, { email: "late@people.test" }), closed);
    await signedIn(t, asha.email);
  });
});

test("nothing is sold while sales are closed, and an earlier order can still be verified", async () => {
  const { t } = shop();
  const [asha, ines] = [await woman(t, "Asha"), await organiser(t)];
  const { orderId } = await orders(asha);
  await saves(ines, { firstDay: tomorrow(), lastDay: tomorrow(), sales: "closed" });

  await expectRefusal(orders(asha), notSold);
  expect(await asha.action(api.payments.verify, { orderId })).toMatchObject({ verified: false });
  await saves(ines, { firstDay: tomorrow(), lastDay: tomorrow() });
  await orders(asha);
});

test("a profile shows only those chosen days that are still festival days", async () => {
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

function tomorrow(): string {
  return new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);
}
