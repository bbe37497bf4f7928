/** Undoing the last decision at the desk, for ten seconds. */
import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { holdTimers, pass, runScheduled } from "../../testing/clock.testing";
import { subjects } from "../../testing/mails.testing";
import { decideLater, namesWaiting, undo, withApplicant } from "../../testing/moderator.testing";
import { applicant, moderator, organiser } from "../../testing/people.testing";
import { rowsIn, settled, test } from "../../testing/product.testing";
import { change, photoOf, pictureOf } from "../../testing/profiles.testing";
import { limits } from "../../shared/limits";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, pendingOf } from "../../testing/views.testing";

const tooLate = { code: "ALREADY_DECIDED", message: "It is too late to undo this decision." };

const waits = { moderationStatus: "pending", profileCompleted: true };

describe("an approval of a new profile", () => {
  test("takes effect at once; when undone, the person waits at their old place, is in no deck and gets no mail", async () => {
    const { t, mona, ravi, asha } = await two();
    await applicant(t, "Pia");
    const id = await decideLater(t, mona, asha, true);
    expect(await deckOf(ravi)).toEqual(["Asha"]);
    expect(await mona.query(api.moderator.undoable, {})).toEqual({ id, kind: "new", name: "Asha", approved: true });

    expect(await undo(mona, id), "the same version").toBe(id);
    expect(await deckOf(ravi)).toEqual([]);
    expect(await asha.query(api.profiles.me, {})).toMatchObject(waits);
    expect(await namesWaiting(mona)).toEqual(["Asha", "Pia"]);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({
      stats: { pending: 2, approved: 1 },
      recentActivity: [{ name: "Ravi" }],
    });
    expect(await mona.query(api.moderator.claimed, {}), "the moderator who undid it has it open").toMatchObject([
      { item: id, mine: true },
    ]);
    await runScheduled(t);
    expect(subjects(asha)).toEqual([]);
    expect((await mona.query(api.moderator.trail, {})).slice(0, 2)).toMatchObject([
      { ruling: "unapproved", name: "Asha" },
      { ruling: "approved", name: "Asha" },
    ]);
  });

  test("is mailed to the person only once it can no longer be undone", async () => {
    const { t, mona, asha } = await two();
    const id = await decideLater(t, mona, asha, true);
    await settled(t);
    expect(subjects(asha)).toEqual([]);
    await runScheduled(t);
    await t.mutation(internal.outbox.retryDue, {});
    await runScheduled(t);
    expect(subjects(asha)).toHaveLength(1);
    expect(await mona.query(api.moderator.undoable, {})).toBeNull();
    await expectRefusal(undo(mona, id), tooLate);
  });

  test("keeps a like that came before the undo, and the like counts once the person is approved again", async () => {
    const { t, mona, ravi, asha } = await two();
    const id = await decideLater(t, mona, asha, true);
    await ravi.mutation(api.swipes.swipe, { profileId: asha.userId, liked: true });
    await undo(mona, id);
    expect(await deckOf(ravi)).toEqual([]);
    await mona.mutation(api.moderator.decide, { id, approved: true });
    expect(await pendingOf(asha)).toEqual(["Ravi"]);
  });

  test("undone after the person submitted another version leaves that version waiting", async () => {
    const { t, mona, asha } = await two();
    const id = await decideLater(t, mona, asha, true);
    await change(asha, { bio: "Back row now." });
    const other = await undo(mona, id);
    expect(other).not.toBe(id);
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([
      { _id: other, kind: "new", bio: "Back row now." },
    ]);
  });

  test("brings back the hints from earlier accounts when undone", async () => {
    const { t, mona, asha } = await two();
    const known = [{ by: ["phone" as const], what: "blocked" as const, at: 1 }];
    await t.run(async (ctx) => await ctx.db.patch("users", asha.userId, { knownBefore: known }));
    await undo(mona, await decideLater(t, mona, asha, true));
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ knownBefore: known }]);
    expect(await namesWaiting(mona, "known")).toEqual(["Asha"]);
  });

  test("cannot be undone once an organiser has undone it", async () => {
    const { t, mona, asha } = await two();
    const id = await decideLater(t, mona, asha, true);
    const [desk, reason] = [await organiser(t), "They asked us."];
    await desk.mutation(api.people.open, { userId: asha.userId });
    await desk.mutation(api.people.undoApproval, { userId: asha.userId, reason });
    await expectRefusal(undo(mona, id), tooLate);
  });

  test("can no longer be undone when the approved person deletes their account", async ({ t }) => {
    const mona = await moderator(t);
    const asha = await applicant(t, "Asha");
    await decideLater(t, mona, asha, true);
    await deleteAccount(asha);
    expect(await rowsIn(t, "undoableDecisions")).toEqual([]);
    expect(await mona.query(api.moderator.undoable, {})).toBeNull();
  });
});

describe("a colleague's approval, after an organiser undid an earlier one,", () => {
  test("cannot be undone by the earlier moderator, and the person gets one mail", async () => {
    const { t, mona, ravi, asha } = await two();
    const [desk, nils] = [await organiser(t), await moderator(t, "Nils")];
    const first = await decideLater(t, mona, asha, true);
    await desk.mutation(api.people.open, { userId: asha.userId });
    await desk.mutation(api.people.undoApproval, { userId: asha.userId, reason: "They asked us." });
    await decideLater(t, nils, asha, true);

    await expectRefusal(undo(mona, first), tooLate);
    expect(await deckOf(ravi)).toEqual(["Asha"]);
    await runScheduled(t);
    await t.mutation(internal.outbox.retryDue, {});
    await runScheduled(t);
    expect(subjects(asha)).toHaveLength(1);
  });
});

describe("a rejection", () => {
  test("takes effect after ten seconds; until then the version counts as decided and its owner sees no change", async () => {
    const { t, mona, asha } = await two();
    const nils = await moderator(t, "Nils");
    const id = await decideLater(t, mona, asha, false, "Please show your face.");
    expect(await namesWaiting(nils)).toEqual([]);
    expect((await nils.query(api.moderator.stats, {})).stats.pending).toBe(0);
    for (const act of [api.moderator.decide, api.moderator.decideWithUndo]) {
      for (const who of [nils, mona]) await expectRefusal(who.mutation(act, { id, approved: true }), "ALREADY_DECIDED");
    }
    expect(await asha.query(api.profiles.me, {})).toMatchObject(waits);

    await runScheduled(t);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      moderationStatus: "rejected",
      rejectionReason: "Please show your face.",
      profileCompleted: false,
    });
    expect(subjects(asha)).toHaveLength(1);
    expect(await rowsIn(t, "undoableDecisions")).toEqual([]);
    await expectRefusal(undo(mona, id), tooLate);
  });

  test("loses nothing when undone: the profile and its photo stay, and the version waits at its old place", async () => {
    const { t, mona, asha } = await two();
    await applicant(t, "Pia");
    const before = await asha.query(api.profiles.me, {});
    const id = await decideLater(t, mona, asha, false);
    expect(await undo(mona, id)).toBe(id);
    expect(await asha.query(api.profiles.me, {})).toEqual(before);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
    expect(await namesWaiting(mona)).toEqual(["Asha", "Pia"]);
    await runScheduled(t);
    expect(subjects(asha)).toEqual([]);
    await mona.mutation(api.moderator.decide, { id, approved: true });
    expect((await mona.query(api.moderator.stats, {})).stats).toEqual({ pending: 1, approved: 2 });
  });

  test("takes effect early when its moderator decides on the next profile or leaves the staff", async () => {
    const { t, mona, asha } = await two();
    const pia = await applicant(t, "Pia");
    const first = await decideLater(t, mona, asha, false);
    const second = await decideLater(t, mona, pia, false);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "rejected" });
    expect(await pia.query(api.profiles.me, {})).toMatchObject(waits);
    await expectRefusal(undo(mona, first), tooLate);
    expect(await mona.query(api.moderator.undoable, {})).toMatchObject({ id: second });

    const desk = await organiser(t);
    await desk.mutation(api.organiser.removeMember, { userId: mona.userId });
    expect(await pia.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "rejected" });
  });

  test("is dropped when the owner submits another version or deletes the account", async () => {
    const { t, mona, asha } = await two();
    await decideLater(t, mona, asha, false);
    await change(asha, { bio: "Please look again." });
    expect(await namesWaiting(mona)).toEqual(["Asha"]);
    expect(await mona.query(api.moderator.undoable, {})).toBeNull();
    await decideLater(t, mona, asha, false);
    await deleteAccount(asha);
    expect(await rowsIn(t, "undoableDecisions")).toEqual([]);
    await runScheduled(t);
    expect((await mona.query(api.moderator.stats, {})).stats).toEqual({ pending: 0, approved: 1 });
  });
});

test("an approved change takes effect after ten seconds; when undone before, both versions and the old photo stay", async () => {
  const { t, mona, ravi } = await two();
  const old = await photoOf(ravi);
  const photoId = await pictureOf(t, ravi);
  await ravi.mutation(api.profiles.update, { profile: { bio: "Drummer.", photoId } });
  const id = await decideLater(t, mona, ravi, true);
  expect(await ravi.query(api.profiles.me, {})).toMatchObject({
    changeWaiting: true,
    bio: "Ravi likes late concerts.",
  });
  await undo(mona, id);
  expect((await mona.query(api.moderator.queue, {}))[1]).toMatchObject({ _id: id, kind: "edit", bio: "Drummer." });
  expect((await t.fetch(old)).status).toBe(200);
  await decideLater(t, mona, ravi, true);
  await runScheduled(t);
  expect(await ravi.query(api.profiles.me, {})).toMatchObject({ changeWaiting: false, bio: "Drummer." });
  expect((await t.fetch(old)).status).toBe(404);
});

test("an approved change whose photo is gone ten seconds later is neither published nor rejected: it waits again", async () => {
  const { t, mona, ravi } = await two();
  const photoId = await pictureOf(t, ravi);
  await ravi.mutation(api.profiles.update, { profile: { bio: "Drummer.", photoId } });
  await decideLater(t, mona, ravi, true);
  await t.run(async ({ db }) => await db.delete("photos", photoId));
  await runScheduled(t);
  expect(await ravi.query(api.profiles.me, {})).toMatchObject({ changeWaiting: true, changeRefused: false });
  expect(await ravi.query(api.profiles.me, {})).toMatchObject({ bio: "Ravi likes late concerts." });
});

test("only the moderator who decided can undo a decision, once, within ten seconds", async () => {
  const { t, mona, ravi, asha } = await two();
  const nils = await moderator(t, "Nils");
  const id = await decideLater(t, mona, asha, true);
  await expectRefusal(undo(nils, id), tooLate);
  for (const person of [ravi, asha]) await expectRefusal(undo(person, id), "FORBIDDEN");
  await expectRefusal(undo(mona, "nothing"), tooLate);
  expect(await nils.query(api.moderator.undoable, {})).toBeNull();
  const both = await Promise.allSettled([undo(mona, id), undo(mona, id)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await decideLater(t, mona, asha, true);
  pass(limits.undoDecisionMs);
  await expectRefusal(undo(mona, id), tooLate);
});

/** A member, a person who waits, and a moderator. Scheduled functions run only when a test runs them. */
async function two() {
  const people = await withApplicant();
  holdTimers();
  return people;
}
