/** Days saved with a wrong year and then corrected: every effect of "the festival is over" is undone. */
import { expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { freezeAtNoon, pass, DAY } from "../../testing/clock.testing";
import { likes, pair } from "../../testing/crowd.testing";
import { closingDue, festivalInput, inDays, saves } from "../../testing/festival.testing";
import { failMail, mailsTo } from "../../testing/mails.testing";
import { signsUp, organiser, PASSWORD, signedIn, type Person } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, type Product } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

const settingsOf = async (t: Product) => await t.query(api.festival.settings, {});

/** A festival in the future. */
async function futureFestival() {
  freezeAtNoon();
  const { t, asha, ravi } = await pair();
  const ines = await organiser(t, "Ines");
  const right = { firstDay: inDays(57), lastDay: inDays(60) };
  await saves(ines, right);
  pass(2 * DAY);
  return { t, asha, ravi, ines, right };
}

const lastYear = () => ({ firstDay: inDays(-367), lastDay: inDays(-364) });

const mailsContaining = (who: Person, words: string) =>
  mailsTo(who.email).filter(({ text }) => text.includes(words)).length;

test("last year's days announce and erase nothing for two weeks, and the correct days reopen sign-ups at once", async () => {
  const { t, asha, ravi, ines, right } = await futureFestival();
  await saves(ines, lastYear());
  await expect(signsUp(t, "Nina")).rejects.toThrow();
  await expect(asha.action(api.payments.createOrder, { feature: "vip_boost" })).rejects.toThrow(/no longer on sale/);
  for (let day = 0; day < 15; day++) await closingDue(t, 1);
  expect(await settingsOf(t)).toMatchObject({ announcement: null, appState: "open" });
  expect(mailsContaining(asha, "deleted")).toBe(0);

  await saves(ines, right);
  await closingDue(t);
  await signsUp(t, "Nina");
  expect(await settingsOf(t)).toMatchObject({ announcement: null, appState: "open", ...right });
  expect((await ines.query(api.closing.status, {})).stage).toBe("planned");
  await likes(await signedIn(t, asha.email), ravi);
  expect(mailsContaining(asha, "have changed that")).toBe(0);
});

test("after the announcement, the correct days withdraw it, and people who got its mail get one correction", async () => {
  const { t, asha, ravi, ines, right } = await futureFestival();
  await saves(ines, lastYear());
  for (let day = 0; day < 16; day++) await closingDue(t, 1);
  await closingDue(t, 1);
  expect((await settingsOf(t)).announcement?.text).toContain("everything is deleted");
  expect([mailsContaining(asha, "deleted"), mailsContaining(ravi, "deleted")]).toEqual([1, 1]);
  const late = await signedIn(t, ines.email, PASSWORD, "moderator");

  await saves(late, right);
  await settled(t);
  expect(await settingsOf(t)).toMatchObject({ announcement: null, appState: "open" });
  expect([mailsContaining(asha, "have changed that"), mailsContaining(ravi, "have changed that")]).toEqual([1, 1]);
  for (let day = 0; day < 30; day++) await closingDue(t, 1);
  expect(await rowsIn(t, "profiles")).toHaveLength(2);
  expect([mailsContaining(asha, "deleted"), mailsContaining(asha, "have changed that")]).toEqual([2, 1]);
  const log = await rowsIn(t, "incidents");
  expect(log.find(({ what }) => what === "closingWithdrawn")?.by).toBe(ines.userId);
});

test("new days cancel unsent closing mails, and people who got none get no correction", async () => {
  const { t, asha, ines, right } = await futureFestival();
  failMail(500);
  await ines.mutation(api.closing.announce, {});
  await settled(t);
  await saves(ines, { ...right, lastDay: inDays(61) });
  await settled(t);
  failMail(null);
  for (let n = 0; n < 3; n++) {
    pass(3_600_000);
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t);
  }
  expect([mailsContaining(asha, "deleted"), mailsContaining(asha, "have changed that")]).toEqual([0, 0]);
});

test("the correct days reopen an app that wrong days closed", async () => {
  const { t, asha, ines, right } = await futureFestival();
  await saves(ines, lastYear());
  for (let day = 0; day < 24; day++) await closingDue(t, 1);
  expect((await settingsOf(t)).appState).toBe("closed");
  const [again, desk] = [await signedIn(t, asha.email), await signedIn(t, ines.email, PASSWORD, "moderator")];
  await expectRefusal(again.query(api.swipes.deck, {}), "CLOSED");
  await saves(desk, right);
  await again.query(api.swipes.deck, {});
  expect((await settingsOf(t)).appState).toBe("open");
});

test("saving the days of a festival that was erased a year ago neither announces nor closes this one", async () => {
  const { t, ines, right } = await futureFestival();
  const old = lastYear();
  await t.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("closings").collect()) await ctx.db.delete("closings", _id);
    const done = { announcedAt: 1, startedAt: 2, doneAt: 3 };
    await ctx.db.insert("closings", { lastDay: old.lastDay, since: 1, ...done });
    await ctx.db.insert("closings", { lastDay: right.lastDay, since: Date.now() - 9 * DAY });
  });
  await saves(ines, old);
  await closingDue(t);
  expect(await settingsOf(t)).toMatchObject({ appState: "open", announcement: null });
  expect((await ines.query(api.closing.status, {})).stage).toBe("planned");
});

test("a wrong year in the environment counts from the day when it was first seen", async () => {
  freezeAtNoon();
  const [firstDay, lastDay] = [inDays(-367), inDays(-364)];
  const t = setupTest({ FESTIVAL_FIRST_DAY: firstDay, FESTIVAL_LAST_DAY: lastDay });
  await organiser(t, "Ines");
  for (let day = 0; day < 10; day++) await closingDue(t, 1);
  expect(await settingsOf(t)).toMatchObject({ appState: "open", announcement: null });
  expect((await t.query(internal.closing.show, {})).erasesOn).toBe(inDays(21));
});

test("saving settings with the same days does not change a closing", async () => {
  const { t, ines, right } = await futureFestival();
  await ines.mutation(api.closing.announce, {});
  await settled(t);
  const { announcedAt } = await ines.query(api.closing.status, {});
  const { version } = await settingsOf(t);
  await ines.mutation(api.festival.save, { version, settings: festivalInput({ ...right, line: "See you" }) });
  expect(await ines.query(api.closing.status, {})).toMatchObject({ announcedAt, stage: "announced" });
  expect((await settingsOf(t)).announcement?.text).toContain("deleted");
});
