import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { jump, pass } from "../../testing/clock.testing";
import { woman } from "../../testing/crowd.testing";
import { mailsTo, subjects } from "../../testing/mails.testing";
import { newcomer, organiser } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { newBrowser, startPush, notificationsTo } from "../../testing/push.testing";
import { sentences } from "../../shared/festivalForm";
import { traced } from "../../testing/traces.testing";
import { announces, festivalInput } from "../../testing/festival.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("an announcement", () => {
  test("reaches every attendee who is not suspended, by mail and push, and nobody once it is withdrawn", async ({
    t,
  }) => {
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
    expect((await notificationsTo(phone)).map(({ title }) => title)).toEqual(["There is news from the festival"]);

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

  test("does not raise the version of the settings, so an open form can still be saved", async ({ t }) => {
    const ines = await organiser(t);
    await announces(ines, "Gates open at four.");
    await ines.mutation(api.festival.withdraw, {});
    expect(await t.query(api.festival.settings, {})).toMatchObject({ version: 0 });

    await announces(ines, "Gates open at five.");
    await ines.mutation(api.festival.save, { version: 0, settings: festivalInput({ name: "Lights" }) });
    expect(await t.query(api.festival.settings, {})).toMatchObject({
      ...{ name: "Lights", version: 1, announcement: { text: "Gates open at five." } },
    });
  });

  test("to a crowd is queued in batches of fifty people per transaction", async ({ t }) => {
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
    const first = await traced(() => t.mutation(internal.festival.notifyEverybody, { at, by: "mail" }));

    expect(first.writes.filter(({ table }) => table === "outbox")).toHaveLength(49);
    expect(first.documents).toBeLessThan(120);
  });

  test("is not sent further once another one has replaced it", async ({ t }) => {
    const [ines] = [await organiser(t), await newcomer(t, "Ravi")];
    await announces(ines, "The gates open at four.");
    const { announcement } = await t.query(api.festival.settings, {});
    pass(1_000);
    await announces(ines, "The gates open at five.");
    await t.mutation(internal.festival.notifyEverybody, { at: announcement!.at, by: "mail" });

    expect(await rowsIn(t, "outbox")).toEqual([]);
  });

  test.each([
    ["", null, sentences.announcement],
    ["x".repeat(281), null, "Announcement must be at most 280 characters"],
    ["Now", "2020-01-01T10:00", sentences.untilPast],
    ["Now", "tomorrow", sentences.time],
  ])("with the text %j and the end %j is refused", async (text, until, message) => {
    const t = setupTest();
    const ines = await organiser(t);
    await expectRefusal(announces(ines, text, { until }), "BAD_INPUT", message);
  });
});
