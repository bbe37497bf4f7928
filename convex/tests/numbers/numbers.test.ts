import { beforeEach, describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { pass, MINUTE, HOUR } from "../../testing/clock.testing";
import { buys, dislikes, likes, man, match, undo, woman } from "../../testing/crowd.testing";
import { createWaitingProfiles } from "../../testing/moderator.testing";
import { addUp, countedOn, totalIn } from "../../testing/numbers.testing";
import { applicant, approve, member, moderator, organiser, signedIn, reject } from "../../testing/people.testing";
import { rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { posts, Provider } from "../../testing/provider.testing";
import { waitingVersion } from "../../testing/profiles.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { paid, verifies } from "../../testing/shop.testing";

/** Half past eight in the evening, festival time. That is a full hour in UTC, because the zone is half an hour off. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-18T20:30:00+05:30") });
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
describe("events are counted", () => {
  test("in their hour and festival day, in festival time, once even if they are sent again", async ({ t }) => {
    const [desk, asha, tara, ravi] = [
      await organiser(t),
      await woman(t, "Asha"),
      await woman(t, "Tara"),
      await man(t, "Ravi"),
    ];
    const matchId = await match(asha, ravi);
    for (let again = 0; again < 2; again += 1) {
      await likes(asha, ravi);
      await asha.mutation(api.chat.send, { matchId, key: "one", text: "Hello" });
    }
    await dislikes(ravi, tara);
    await undo(ravi, tara);
    await buys(t, ravi, "vip_boost");
    await addUp(t);
    pass(HOUR);
    await asha.mutation(api.reports.file, { reportedUserId: ravi.userId, reason: "He is rude." });
    await addUp(t);

    const evening = {
      ...{ signUps: 3, approvals: 3, waited5: 3, swipes: 3, undos: 1, matches: 1, messages: 1 },
      ...{ vipSold: 1, vipAmount: 5000 },
    };
    expect(await countedOn(desk, "2025-12-18")).toEqual({
      "2025-12-18T20:00": evening,
      "2025-12-18T21:00": { reports: 1 },
    });
    expect(await countedOn(desk, null)).toEqual({ "2025-12-18": { ...evening, reports: 1 } });
  });

  test("until four in the morning for the day before", async ({ t }) => {
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

  test("as approvals and rejections, with the profile's wait", async ({ t }) => {
    const [desk, asha, ravi] = [await organiser(t), await applicant(t, "Asha"), await applicant(t, "Ravi")];
    pass(5 * MINUTE);
    await approve(t, asha);
    pass(30 * MINUTE);
    await reject(t, ravi, "No face.");
    await addUp(t);

    expect(await totalIn(desk)).toMatchObject({ approvals: 1, rejections: 1, waited5: 1, waited15: 0, waited60: 1 });
  });

  test("except an approval that the moderator undoes at once", async ({ t }) => {
    const [desk, asha, mona] = [await organiser(t), await applicant(t, "Asha"), await moderator(t)];
    const id = await waitingVersion(t, asha);
    await mona.mutation(api.moderator.decideWithUndo, { id, approved: true });
    await mona.mutation(api.moderator.undoDecision, { id });
    // The moderator keeps the version open for a while, and nothing waits for that.
    pass(MINUTE);
    await t.mutation(internal.numbers.rollUp, {});
    expect(await totalIn(desk)).toMatchObject({ signUps: 1, approvals: 0, waited5: 0 });
  });

  test("as sales and refunds, with their amounts", async ({ t }) => {
    const [desk, asha, provider] = [await organiser(t), await member(t, "Asha"), new Provider()];
    const orderId = await paid(provider, asha);
    await verifies(asha, orderId);
    provider.giveBack(orderId);
    await posts(t, orderId, "REFUND_STATUS_WEBHOOK");
    await settled(t);
    await addUp(t);

    expect(await totalIn(desk)).toMatchObject({ goldSold: 1, goldAmount: 9900, refunds: 1, refundedAmount: 9900 });
  });

  test("in batches, if there are many", async ({ t }) => {
    const desk = await organiser(t);
    await t.run(async (ctx) => {
      for (let i = 0; i < 600; i += 1) await ctx.db.insert("tallies", { counts: { swipes: 1 }, who: i % 7 });
    });
    await addUp(t);
    expect((await totalIn(desk)).swipes).toBe(600);
    expect(await desk.query(api.numbers.now, {})).toMatchObject({ people: 7 });
  });

  test("by day, and text that is not a day is refused", async ({ t }) => {
    const desk = await organiser(t);
    for (const day of ["2025-13-40", "yesterday", "", "2025-12-18T20:00"]) {
      await expectRefusal(desk.query(api.numbers.read, { day }), "BAD_INPUT");
    }
    expect(await desk.query(api.numbers.read, { day: "1999-01-01" })).toEqual([]);
  });
});

describe("the current figures", () => {
  test("count people for five minutes after an act or a sign-in, and never the staff", async () => {
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

  test("show the queues, and when counting began", async ({ t }) => {
    const desk = await organiser(t);
    const noMails = { mailsWaiting: 0, codesWaiting: 0, oldestCode: null };
    const nothing = { since: null, people: 0, ...noMails, profilesWaiting: 0, oldestProfile: null };
    expect(await desk.query(api.numbers.now, {})).toEqual(nothing);
    await addUp(t);
    const since = Date.now();
    await createWaitingProfiles(t, 3);
    const [oldest] = await rowsIn(t, "submissions");
    await addUp(t, HOUR);

    expect(await desk.query(api.numbers.now, {})).toEqual({
      ...{ since, people: 0, ...noMails, profilesWaiting: 3, oldestProfile: oldest?._creationTime },
    });
  });

  test("are not written while nothing happens", async ({ t }) => {
    await woman(t, "Asha");
    await addUp(t);
    await addUp(t, 15 * MINUTE);
    // The approval an hour ago no longer counts for the pace.
    await addUp(t, HOUR);
    const before = [await rowsIn(t, "numbersNow"), await rowsIn(t, "activity"), await rowsIn(t, "serviceStatus")];
    await addUp(t, HOUR);
    expect([await rowsIn(t, "numbersNow"), await rowsIn(t, "activity"), await rowsIn(t, "serviceStatus")]).toEqual(
      before,
    );
  });
});
