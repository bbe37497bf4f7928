import { TOTP } from "otpauth";
import { expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { freezeAtNoon, pass, DAY } from "../../testing/clock.testing";
import { crowd, likes, man, match, woman } from "../../testing/crowd.testing";
import { closingDue, endsIn, festivalInput, inDays } from "../../testing/festival.testing";
import { mailsTo } from "../../testing/mails.testing";
import { moderator, signsUp, organiser, PASSWORD, signedIn, type Person } from "../../testing/people.testing";
import { everything, rowsIn, settled, setupTest, type Product } from "../../testing/product.testing";
import { file } from "../../testing/reports.testing";
import schema from "../../schema";
import { writtenDate } from "../../shared/closing";
import { erasures } from "../../model/closing/erasures";
import { expectRefusal } from "../../testing/refusals.testing";
import { namesOf } from "../../shared/records";

const NAME = "Festival Match";
const decided = (message: unknown) => ({ code: "ALREADY_DECIDED", message });
const refused = (message: unknown) => ({ code: "BAD_INPUT", message });

/** Creates a product whose last day was some days ago. Its organisers saved that before. */
async function over(days: number) {
  freezeAtNoon();
  const t = setupTest();
  const people = [await woman(t, "Ashadevi"), await man(t, "Ravindra"), await man(t, "Omprakash")] as const;
  const ines = await organiser(t, "Ines");
  await endsIn(ines, 2);
  pass((days + 2) * DAY);
  return { t, ines, people };
}

/** The same, a day after its closing was announced. */
async function overAndAnnounced(days: number) {
  const all = await over(days - 1);
  await all.ines.mutation(api.closing.announce, {});
  await settled(all.t);
  pass(DAY);
  return all;
}

const begin = (who: Person, name = NAME) => who.action(api.closing.begin, { name, password: PASSWORD });

/** Signs the organiser in again, because a session does not last for days. */
const back = async (t: Product) => await signedIn(t, "ines@people.test", undefined, "moderator");

test("every table has an erasure rule, with a reason for what stays", () => {
  expect(Object.keys(erasures).sort()).toEqual(Object.keys(schema.tables).sort());
  for (const erasure of Object.values(erasures)) {
    if (typeof erasure === "object") expect(Object.values(erasure).join("")).not.toBe("");
  }
});

test(
  "without an organiser the deployment announces, closes and erases on its own, and proves that nothing is left",
  { timeout: 20_000 },
  async () => {
    const { t, people } = await over(3);
    const [asha, ravi] = people;
    await t.run(async (ctx) => await ctx.db.insert("orders", paid(asha)));
    const before = await everything(t);
    await closingDue(t, 10);
    expect((await t.query(api.festival.settings, {})).announcement).toBeNull();

    await closingDue(t, 6);
    expect((await t.query(api.festival.settings, {})).announcement?.text).toMatch(
      /^The app closes on .* until .*deleted\.$/,
    );
    await vi.waitFor(() => expect(mailsTo(asha.email)[0]?.text).toContain("The app closes on"));
    const sees = await signedIn(t, ravi.email);
    await sees.query(api.swipes.deck, {});

    await closingDue(t, 7);
    await expectRefusal(sees.query(api.swipes.deck, {}), "CLOSED");
    expect((await t.query(api.festival.settings, {})).appState).toBe("closed");
    expect(await sees.action(api.profiles.exportMine, {})).toContain("Ravindra");

    await closingDue(t, 7);
    const { stage, proof, steps } = await (await back(t)).query(api.closing.status, {});
    expect(stage).toBe("done");
    expect(proof).toMatchObject({ picked: 16, found: [], left: 0 });
    expect(steps.find(({ table }) => table === "users")).toMatchObject({ before: 5, erased: 3, after: 2 });
    const after = await everything(t);
    for (const secret of ["Ashadevi", "Ravindra", ravi.email, ravi.userId, asha.userId, "sha256"]) {
      expect([secret, before.includes(secret), after.includes(secret)]).toEqual([secret, true, false]);
    }
    expect(await rowsIn(t, "orders")).toMatchObject([{ orderId: "order_1", amount: 9900 }]);
    expect((await t.query(api.festival.settings, {})).appState).toBe("erased");
    const [incident] = (await rowsIn(t, "incidents")).filter(({ what }) => what === "erased");
    expect(incident?.counts).toMatchObject({ left: 0, searched: 16, found: 0 });
  },
);

test("a canary that survives the erasing is found and reported", async () => {
  const { t, ines } = await over(3);
  const { version } = await t.query(api.festival.settings, {});
  const settings = { ...festivalInput({ firstDay: inDays(-5), lastDay: inDays(-3) }), line: "Ravindra was here" };
  await ines.mutation(api.festival.save, { version, settings });
  await t.mutation(internal.closing.act, { what: "begin", name: NAME });
  await settled(t);

  const { proof } = await ines.query(api.closing.status, {});
  expect(proof?.found).toContainEqual({ kind: "name", table: "festival" });
});

test(
  "the erasing resumes after a crash and happens once, though organisers begin it twice and each batch runs twice",
  { timeout: 30_000 },
  async () => {
    const { t, ines, people } = await overAndAnnounced(3);
    await crowd(
      t,
      Array.from({ length: 300 }, (_, n) => ({
        gender: n % 2 ? "male" : "female",
        interestedIn: n % 2 ? "female" : "male",
      })),
    );
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    const [first, second] = await Promise.allSettled([begin(ines), begin(ines)]);
    expect(first.status).toBe("fulfilled");
    expect((second as PromiseRejectedResult).reason).toMatchObject({ data: decided("Erasing has already begun") });
    await expectRefusal(endsIn(ines, 200), decided(expect.stringContaining("being erased")));

    // The chain breaks: the scheduled function never runs. Some minutes later the cron continues it, twice.
    vi.clearAllTimers();
    const batch = async () => {
      const [run] = await rowsIn(t, "erasureRuns");
      if (run === undefined || run.phase === "done") return false;
      await t.mutation(internal.closing.next, { closing: run.closing, turn: run.turn });
      await t.mutation(internal.closing.next, { closing: run.closing, turn: run.turn });
      vi.clearAllTimers();
      return true;
    };
    for (let n = 0; n < 6; n++) await batch();
    const late = await t.run(async (ctx) => await ctx.db.insert("likeLooks", { userId: people[0].userId, at: 1 }));
    vi.setSystemTime(Date.now() + 6 * 60_000);
    await t.mutation(internal.closing.runDueSteps, {});
    expect(vi.getTimerCount()).toBe(1);
    while (await batch());

    const { stage, proof, steps } = await ines.query(api.closing.status, {});
    expect({ stage, left: proof?.left, found: proof?.found }).toEqual({ stage: "done", left: 0, found: [] });
    expect(steps.find(({ table }) => table === "profiles")).toMatchObject({ before: 303, erased: 303, after: 0 });
    expect(await t.run(async (ctx) => await ctx.db.get("likeLooks", late))).toBeNull();
    expect(await t.run(async (ctx) => await ctx.db.system.query("_storage").collect())).toEqual([]);
    vi.useRealTimers();
  },
);

test("visitors of the next festival see no announcement of the last one's closing", async () => {
  const { t, ines } = await overAndAnnounced(3);
  await begin(ines);
  await settled(t);
  expect((await t.query(api.festival.settings, {})).appState).toBe("erased");

  await endsIn(await back(t), 200);
  expect(await t.query(api.festival.settings, {})).toMatchObject({ appState: "open", announcement: null });
});

test("a deployment with the next festival's days is not erased", async () => {
  const { t, ines, people } = await over(17);
  await closingDue(t);
  await t.mutation(internal.closing.act, { what: "stop", name: NAME });
  await endsIn(ines, 200);
  expect((await t.query(api.festival.settings, {})).appState).toBe("open");
  await closingDue(t, 60);
  expect(await rowsIn(t, "profiles")).toHaveLength(people.length);
  expect(await rowsIn(t, "closings")).toMatchObject([{ lastDay: expect.any(String), since: expect.any(Number) }]);
});

test("an app that closed early no longer says when it will close, and shows later announcements", async () => {
  const { t, ines } = await over(17);
  await ines.mutation(api.closing.announce, {});
  const announced = async () => (await t.query(api.festival.settings, {})).announcement?.text;
  expect(await announced()).toMatch(/^The app closes on/);
  pass(1);
  await t.mutation(internal.closing.act, { what: "stop", name: NAME });
  expect(await announced()).toBeUndefined();
  pass(1);
  await ines.mutation(api.festival.announce, { text: "Thank you all", until: null, mail: false, push: false });
  expect(await announced()).toBe("Thank you all");
});

test("the closing is announced and mailed once: neither a second try nor the plan's day does it again", async () => {
  const { t, ines, people } = await over(12);
  const mailed = () => mailsTo(people[0].email).filter((mail) => mail.text.includes("The app closes on")).length;
  await ines.mutation(api.closing.announce, {});
  await settled(t);
  const { erasesOn } = await ines.query(api.closing.status, {});
  pass(5 * DAY);
  await expectRefusal((await back(t)).mutation(api.closing.announce, {}), decided("It has already been announced"));
  expect((await t.query(internal.closing.show, {})).erasesOn).toBe(erasesOn);
  await closingDue(t, 3);
  expect(mailed()).toBe(1);
});

test("an organiser can delay the erasing up to the latest day, and bring it forward with the festival's name and a password", async () => {
  const { t, ines } = await over(3);
  const { erasesOn: seen, latestDay } = await ines.query(api.closing.status, {});
  const later = (day: string) => ines.mutation(api.closing.plan, { day, seen: String(seen) });
  const sooner = (day: string, name = NAME) =>
    ines.action(api.closing.begin, { name, password: PASSWORD, sooner: { day, seen: String(seen) } });

  await expectRefusal(later("2999-01-01"), refused(expect.stringContaining("at the latest")));
  await expectRefusal(later(inDays(9)), refused("Please confirm it with your password."));
  await expectRefusal(sooner(inDays(0)), refused(expect.stringContaining("future day")));
  await expectRefusal(sooner(inDays(9), "Lights"), refused(`Please type the festival's name: ${NAME}`));
  for (const no of [`${inDays(9)}x`, `${inDays(60).slice(0, 4)}-02-31`, ""]) {
    await expectRefusal(sooner(no), refused("Please choose a day"));
  }
  await later(String(latestDay));
  expect(await ines.query(api.closing.status, {})).toMatchObject({ erasesOn: latestDay, stage: "planned" });
  await expectRefusal(sooner(inDays(9)), decided(expect.stringContaining("in the meantime")));
  await ines.action(api.closing.begin, {
    ...{ name: ` ${NAME} `, password: PASSWORD, sooner: { day: inDays(9), seen: String(latestDay) } },
  });
  expect(await ines.query(api.closing.status, {})).toMatchObject({ erasesOn: inDays(9), stage: "announced" });
  await closingDue(t, 9);
  expect(await rowsIn(t, "profiles")).toEqual([]);
});

test("after the announcement a later day appears in it, and a sooner day is mailed with a day's notice", async () => {
  const { t, ines, people } = await overAndAnnounced(18);
  const text = async () => (await t.query(api.festival.settings, {})).announcement?.text;
  const status = async () => await ines.query(api.closing.status, {});
  const mailed = () => mailsTo(people[0].email).filter((mail) => mail.text.includes("The app closes on")).length;
  await ines.mutation(api.closing.plan, { day: inDays(20), seen: String((await status()).erasesOn) });
  await settled(t);
  expect(await text()).toContain(writtenDate(inDays(20)));
  expect(mailed()).toBe(1);

  const sooner = { day: inDays(1), seen: String((await status()).erasesOn) };
  const inADay = Date.now() + DAY;
  await ines.action(api.closing.begin, { name: NAME, password: PASSWORD, sooner });
  await settled(t);
  await vi.waitFor(() => expect(mailed()).toBe(2));
  expect(await status()).toMatchObject({ stopsAt: inADay, erasesAt: inADay });
  await closingDue(t, 0.9);
  expect(await rowsIn(t, "profiles")).toHaveLength(people.length);
  await closingDue(t, 0.2);
  expect(await rowsIn(t, "profiles")).toEqual([]);
});

test("the erasing needs the festival's end and its name, and a closed app reopens when the day is delayed", async () => {
  const { t, ines, people } = await overAndAnnounced(3);
  await expectRefusal(begin(ines, "festival"), refused(expect.any(String)));
  await t.mutation(internal.closing.act, { what: "stop", name: NAME });
  await expectRefusal(likes(people[0], people[1]), "CLOSED");
  await expect(signsUp(t, "Nina")).rejects.toThrow();
  const { erasesOn: seen, latestDay: day, stoppedAt } = await ines.query(api.closing.status, {});
  expect(stoppedAt).toBe(Date.now());
  await ines.mutation(api.closing.plan, { day: String(day), seen: String(seen) });
  await likes(people[0], people[1]);

  await endsIn(ines, 5);
  await expectRefusal(begin(ines), refused("The festival is not over yet"));
});

test("the erasing deletes messages, reports and matches too, and the staff can still work", async () => {
  const { t, ines, people } = await overAndAnnounced(3);
  const [asha, ravi, om] = people;
  const mona = await moderator(t);
  const matchId = await match(asha, ravi);
  await asha.mutation(api.chat.send, { matchId, text: "Meet me at the main stage", key: "a".repeat(20) });
  await file(asha, om);
  await ines.mutation(api.people.open, { userId: om.userId });
  const { secret } = await mona.action(api.staffSecondFactor.start, { password: PASSWORD });
  await mona.action(api.staffSecondFactor.confirm, { code: new TOTP({ secret }).generate() });
  await begin(ines);
  await settled(t);

  const partlyKept = new Set(namesOf(erasures).filter((table) => erasures[table] !== "all"));
  for (const table of namesOf(erasures)) {
    if (!partlyKept.has(table)) expect([table, await rowsIn(t, table)]).toEqual([table, []]);
  }
  expect(await mona.query(api.moderator.queue, {})).toEqual([]);
  expect(await rowsIn(t, "secondFactors")).toMatchObject([{ userId: mona.userId }]);
  expect(await t.query(api.festival.settings, {})).toMatchObject({ name: NAME });
  await t.mutation(internal.closing.verifyAgain, { closing: (await rowsIn(t, "closings"))[0]!._id });
  await settled(t);
  expect(await rowsIn(t, "closingCanaries")).toEqual([]);
  expect((await ines.query(api.closing.status, {})).proof).toMatchObject({ found: [], left: 0 });
});

test("organisers can read the orders, without the buyers", async () => {
  const { t, ines, people } = await over(3);
  const refunded = { ...paid(people[0]), refund: { id: "refund_1", since: 1 } };
  await t.run(async (ctx) => await ctx.db.insert("orders", refunded));
  const { rows, next } = await ines.query(api.closing.orders, { cursor: null });
  expect(next).toBeNull();
  const order = { orderId: "order_1", amount: 9900, currency: "INR", status: "paid" };
  expect(rows).toMatchObject([{ ...order, refundId: "refund_1" }]);
  expect(JSON.stringify(rows)).not.toContain(people[0].userId);
});

function paid({ userId }: Person) {
  return {
    ...{ orderId: "order_1", userId, feature: "unlimited_swipes" as const, amount: 9900, currency: "INR" as const },
    ...{ status: "paid" as const, paidAt: Date.now(), day: "2025-12-21" },
  };
}
