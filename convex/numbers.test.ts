import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { pass } from "./clock.testing";
import { buys, dislikes, likes, man, match, woman } from "./crowd.testing";
import { breakMail } from "./mails.testing";
import { crowdWaits } from "./moderator.testing";
import { addUp, countedOn, totalIn } from "./numbers.testing";
import { applicant, approve, member, moderator, newcomer, organiser, signedIn } from "./people.testing";
import { rowsIn, settled, setupTest } from "./product.testing";
import { posts, Provider } from "./provider.testing";
import { waitingVersion } from "./profiles.testing";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** An evening of the festival, in the middle of an hour there: half an hour off from everybody's clocks in Europe. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:30:00+05:30") });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => void vi.useRealTimers());

describe("what happens is counted", () => {
  test("in its hour and on its festival day, as festival clocks show them", async () => {
    const t = setupTest();
    const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
    const matchId = await match(asha, ravi);
    await asha.mutation(api.chat.send, { matchId, key: crypto.randomUUID(), text: "Hello" });
    await buys(t, ravi, "vip_boost");
    await addUp(t);
    pass(HOUR);
    await asha.mutation(api.reports.file, { reportedUserId: ravi.userId, reason: "He is rude." });
    await addUp(t);

    const evening = {
      ...{ signUps: 2, approvals: 2, waited5: 2, swipes: 2, matches: 1, messages: 1 },
      ...{ vipSold: 1, vipAmount: 5000 },
    };
    expect(await countedOn(desk, "2025-12-18")).toEqual({
      "2025-12-18T20:00": evening,
      "2025-12-18T21:00": { reports: 1 },
    });
    expect(await countedOn(desk, null)).toEqual({ "2025-12-18": { ...evening, reports: 1 } });
  });

  test("until four in the morning on the day before", async () => {
    const t = setupTest();
    const [desk, asha, ravi, sanj] = [
      await organiser(t),
      await woman(t, "Asha"),
      await man(t, "Ravi"),
      await man(t, "Sanj"),
    ];
    await addUp(t);
    vi.setSystemTime(new Date("2025-12-19T03:59:00+05:30"));
    await likes(asha, ravi);
    await addUp(t);
    vi.setSystemTime(new Date("2025-12-19T04:00:00+05:30"));
    await dislikes(asha, sanj);
    await addUp(t);

    expect((await countedOn(desk, "2025-12-18"))["2025-12-19T03:00"]).toEqual({ swipes: 1 });
    expect(await countedOn(desk, "2025-12-19")).toEqual({ "2025-12-19T04:00": { swipes: 1 } });
    expect(Object.keys(await countedOn(desk, null))).toEqual(["2025-12-18", "2025-12-19"]);
  });

  test("a swipe that is taken back stays counted beside that it was", async () => {
    const t = setupTest();
    const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
    await likes(asha, ravi);
    await asha.mutation(api.swipes.undo, { profileId: ravi.userId });
    await dislikes(asha, ravi);
    await addUp(t);

    expect(await totalIn(desk)).toMatchObject({ swipes: 2, undos: 1, matches: 0 });
  });

  test("once: what is sent again or refused is not counted, and the job finds each row once", async () => {
    const t = setupTest();
    const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
    await likes(asha, ravi);
    await likes(asha, ravi);
    await expect(dislikes(asha, ravi)).rejects.toThrow();
    await addUp(t);
    await addUp(t);

    expect((await totalIn(desk)).swipes).toBe(1);
    expect(await rowsIn(t, "tallies")).toEqual([]);
  });

  test("a decision with how long the profile waited for it", async () => {
    const t = setupTest();
    const [desk, asha, ravi] = [await organiser(t), await applicant(t, "Asha"), await applicant(t, "Ravi")];
    pass(5 * MINUTE);
    await approve(t, asha);
    pass(30 * MINUTE);
    const id = await waitingVersion(t, ravi);
    await (await moderator(t)).mutation(api.moderator.decide, { id, approved: false, reason: "No face." });
    await addUp(t);

    expect(await totalIn(desk)).toMatchObject({ approvals: 1, rejections: 1, waited5: 1, waited15: 0, waited60: 1 });
  });

  test("a payment and its refund", async () => {
    const t = setupTest();
    const [desk, asha, provider] = [await organiser(t), await member(t, "Asha"), new Provider()];
    const { orderId } = await asha.action(api.payments.createOrder, { feature: "unlimited_swipes" });
    provider.pay(orderId);
    await asha.action(api.payments.verify, { orderId });
    await asha.action(api.payments.verify, { orderId });
    provider.giveBack(orderId);
    await posts(t, orderId, "REFUND_STATUS_WEBHOOK");
    await settled(t);
    await addUp(t);

    expect(await totalIn(desk)).toMatchObject({ goldSold: 1, goldAmount: 9900, refunds: 1, refundedAmount: 9900 });
  });

  test("in batches, when it is a lot", async () => {
    const t = setupTest();
    const desk = await organiser(t);
    await t.run(async (ctx) => {
      for (let i = 0; i < 600; i += 1) await ctx.db.insert("tallies", { counts: { swipes: 1 }, who: i % 7 });
    });
    await addUp(t);
    expect((await totalIn(desk)).swipes).toBe(600);
    expect(await desk.query(api.numbers.now, {})).toMatchObject({ people: 7 });
  });

  test("and what is asked for a day that is none is refused", async () => {
    const t = setupTest();
    const desk = await organiser(t);
    for (const day of ["2025-13-40", "yesterday", "", "2025-12-18T20:00"]) {
      await expect(desk.query(api.numbers.read, { day })).rejects.toMatchObject({ data: { code: "BAD_INPUT" } });
    }
    expect(await desk.query(api.numbers.read, { day: "1999-01-01" })).toEqual([]);
  });
});

describe("now", () => {
  test("people are there for five minutes after they did something, or opened the app; the staff are not", async () => {
    const t = setupTest();
    const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
    const people = async () => (await desk.query(api.numbers.now, {})).people;
    expect(await people()).toBe(0);
    await likes(asha, ravi);
    await addUp(t);
    expect(await people()).toBe(2);
    await addUp(t, 5 * MINUTE);
    await signedIn(t, asha.email);
    await addUp(t);
    expect(await people()).toBe(2);
    await addUp(t, 5 * MINUTE);
    expect(await people()).toBe(1);
    await addUp(t, 10 * MINUTE);
    expect(await people()).toBe(0);
    await addUp(t);
    expect(await rowsIn(t, "activePeople")).toEqual([]);
    expect((await desk.query(api.numbers.read, { day: "2025-12-18" }))[0]).toMatchObject({ people: 2 });
  });

  test("what waits is known, and since when it is counted", async () => {
    const t = setupTest();
    const desk = await organiser(t);
    const nothing = { since: null, people: 0, mailsWaiting: 0, profilesWaiting: 0, oldestProfile: null };
    expect(await desk.query(api.numbers.now, {})).toEqual(nothing);
    await addUp(t);
    const since = Date.now();
    await crowdWaits(t, 3);
    const [oldest] = await rowsIn(t, "submissions");
    await addUp(t, HOUR);

    expect(await desk.query(api.numbers.now, {})).toEqual({
      ...{ since, people: 0, mailsWaiting: 0, profilesWaiting: 3, oldestProfile: oldest?._creationTime },
    });
  });

  test("a night in which nothing happens writes nothing", async () => {
    const t = setupTest();
    await woman(t, "Asha");
    await addUp(t);
    await addUp(t, 15 * MINUTE);
    await addUp(t);
    const before = [await rowsIn(t, "numbersNow"), await rowsIn(t, "activity"), await rowsIn(t, "serviceStatus")];
    await addUp(t, HOUR);
    expect([await rowsIn(t, "numbersNow"), await rowsIn(t, "activity"), await rowsIn(t, "serviceStatus")]).toEqual(
      before,
    );
  });
});

describe("the status that everybody reads", () => {
  const works = { state: "working", since: null };

  test("is that all works, until something does not", async () => {
    const t = setupTest();
    expect(await t.query(api.numbers.status, {})).toEqual({
      ...{ approvals: works, mails: works, payments: works, changedAt: null },
    });
    await member(t, "Asha");
    await addUp(t);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: works, changedAt: null });
  });

  test("says that mails are slow, and since when, while most of them are not accepted", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    await addUp(t);
    breakMail(422);
    const began = Date.now();
    for (const name of ["Ravi", "Tara", "Sanj"]) await expect(newcomer(t, name)).rejects.toThrow("Failed to send OTP");
    await addUp(t);
    const slow = await t.query(api.numbers.status, {});
    expect(slow).toMatchObject({ mails: { state: "slow" }, changedAt: Date.now() });
    expect(Math.abs((slow.mails.since ?? 0) - began)).toBeLessThanOrEqual(5 * MINUTE);

    breakMail(null);
    for (const name of ["Uma", "Vik", "Wali", "Xena"]) await newcomer(t, name);
    await addUp(t);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: works, changedAt: Date.now() });
  });

  test("says so too while mails of the outbox are late", async () => {
    const t = setupTest();
    const people = [await applicant(t, "Asha"), await applicant(t, "Ravi"), await applicant(t, "Tara")];
    breakMail(422);
    for (const person of people) await approve(t, person);
    await settled(t);
    await addUp(t, 4 * MINUTE);
    await t.mutation(internal.outbox.retryDue, {});
    await addUp(t, 6 * MINUTE);
    expect(await t.query(api.numbers.status, {})).toMatchObject({ mails: { state: "slow" } });
  });

  test("says that payments do not work while the provider answers nobody, and one failure is none", async () => {
    const t = setupTest();
    const [asha, provider] = [await member(t, "Asha"), new Provider()];
    for (const times of [1, 2]) {
      for (let i = 0; i < times; i += 1) {
        provider.faults = [503, 503, 503];
        await expect(asha.action(api.payments.createOrder, { feature: "vip_boost" })).rejects.toThrow();
      }
      await addUp(t);
      const { payments } = await t.query(api.numbers.status, {});
      expect(payments.state).toBe(times === 1 ? "working" : "slow");
    }
    await addUp(t, 11 * MINUTE);
    expect((await t.query(api.numbers.status, {})).payments).toEqual(works);
  });

  test("says that approvals are slow once somebody has waited for an hour, without how many wait", async () => {
    const t = setupTest();
    await crowdWaits(t, 2);
    await addUp(t, 50 * MINUTE);
    expect((await t.query(api.numbers.status, {})).approvals).toEqual(works);
    await addUp(t, 20 * MINUTE);
    const { approvals } = await t.query(api.numbers.status, {});
    expect(approvals.state).toBe("slow");
    expect((approvals.since ?? 1) % (5 * MINUTE)).toBe(0);
  });
});
