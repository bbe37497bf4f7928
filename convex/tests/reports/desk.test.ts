import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { deleteAccount } from "../../testing/auth.testing";
import { woman, pair, aMan, ashaAndMen } from "../../testing/crowd.testing";
import { applicant, approve, moderator, organiser, type Person, reject } from "../../testing/people.testing";
import { rowsIn, settled, test, type Product } from "../../testing/product.testing";
import { pictureOf, profileInput, shownPhoto } from "../../testing/profiles.testing";
import { changeBio, file, REASON, report, suspend } from "../../testing/reports.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { limits } from "../../shared/limits";

describe("a report at the desk", () => {
  test("shows the reason and the card as it was reported, and nothing about the reporter", async ({ t }) => {
    const { asha, ravi } = await pair(t, { bio: "Rude words." });
    await file(asha, ravi);
    await changeBio(t, ravi, "Kind words.");
    const reports = await (await moderator(t)).query(api.moderator.reports, {});

    expect(reports).toEqual([
      {
        _id: expect.any(String),
        kind: "other",
        reason: REASON,
        createdAt: expect.any(Number),
        name: "Ravi",
        age: 21,
        gender: "male",
        bio: "Rude words.",
        photoURL: expect.stringContaining("/api/storage/"),
        photos: [expect.objectContaining({ url: expect.stringContaining("/api/storage/") })],
        hobbies: ["Music 🎵"],
        drinking: "Never",
        smoking: "Never",
        userStatus: "approved",
        others: [],
        reports: 1,
        earlierReports: 0,
      },
    ]);
    for (const secret of [asha.userId, asha.email, ravi.email, ravi.userId, "asha.insta", "+91"]) {
      expect(JSON.stringify(reports)).not.toContain(secret);
    }
  });

  test("shows the reported person's handle to the moderator who opens it, which is logged once", async () => {
    const { t, asha, ravi } = await pair();
    await file(asha, ravi);
    const [desk, nils] = [await moderator(t), await moderator(t, "Nils")];
    const [open] = await desk.query(api.moderator.reports, {});
    for (const item of [open!._id, open!._id, null, open!._id]) await desk.mutation(api.moderator.claim, { item });

    const handles = async (mod: Person) => (await mod.query(api.moderator.claimed, {})).map(({ handle }) => handle);
    expect([await handles(desk), await handles(nils)]).toEqual([["ravi.insta"], [undefined]]);
    const noted = (await rowsIn(t, "incidents")).filter(({ what }) => what === "reportOpened");
    expect(noted).toMatchObject([{ by: desk.userId, about: ravi.userId }]);
  });

  test("shows every other report about the same person, with its decision", async () => {
    const { t, asha, ravi } = await pair();
    const [meera, nina] = [await woman(t, "Meera"), await woman(t, "Nina")];
    const desk = await moderator(t);
    await file(asha, ravi);
    const [first] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.dismiss, { id: first!._id });
    await report(meera, ravi, { kind: "fake", reason: "" });
    await report(nina, ravi, { kind: "scam", reason: "Sells tickets." });
    const closed = {
      ...{ kind: "other", reason: REASON, createdAt: expect.any(Number), status: "closed" },
      ...{ decision: "dismissed", decidedAt: expect.any(Number) },
    };

    expect(await desk.query(api.moderator.reports, {})).toMatchObject([
      {
        kind: "fake",
        reports: 2,
        earlierReports: 1,
        others: [{ kind: "scam", reason: "Sells tickets.", status: "open" }, closed],
      },
      { kind: "scam", others: [{ kind: "fake", reason: "", status: "open" }, closed] },
    ]);
  });

  test("about a minor comes before older reports", async () => {
    const { t, asha, men } = await ashaAndMen(3);
    await file(asha, men[0]!);
    await file(asha, men[1]!);
    await report(asha, men[2]!, { kind: "underage", reason: "" });
    const reports = await (await moderator(t)).query(api.moderator.reports, {});

    expect(reports.map(({ name }) => name)).toEqual(["Man 3", "Man 1", "Man 2"]);
  });

  test("is listed, however many older ones are about people whose profile was rejected since", async () => {
    const { t, asha, men } = await ashaAndMen(2);
    const [ravi, omar] = men as [Person, Person];
    await file(asha, ravi);
    await copyReport(t, limits.queueSize);
    const desk = await organiser(t);
    await desk.mutation(api.people.undoApproval, { userId: ravi.userId, reason: "The wrong person." });
    await reject(t, ravi);
    await file(asha, omar);

    expect(await desk.query(api.moderator.reports, {})).toMatchObject([{ name: "Man 2" }]);
  });

  test("keeps the photo that it shows, however many older reports about the person show another one", async () => {
    const { t, asha, men } = await ashaAndMen(1);
    const [ravi] = men as [Person];
    const changePhoto = async () => {
      const photoId = await pictureOf(t, ravi);
      await ravi.mutation(api.profiles.update, { profile: { photoId } });
      await approve(t, ravi);
      return photoId;
    };
    await file(asha, ravi);
    await copyReport(t, limits.queueSize);
    const shown = await changePhoto();
    await file(await woman(t, "Nina"), ravi);
    await changePhoto();

    expect((await rowsIn(t, "photos")).map(({ _id }) => _id)).toContain(shown);
  });

  test("shows the reported photo, at a new address, which is kept until the last report about it is closed", async () => {
    const { t, asha, ravi } = await pair();
    const before = (await asha.query(api.swipes.deck, {})).profiles[0]?.photoURL;
    const reported = await shownPhoto(t, ravi);
    await file(asha, ravi);
    await file(await woman(t, "Nina"), ravi);
    await submitVersion(ravi, await pictureOf(t, ravi));
    await approve(t, ravi);
    const desk = await moderator(t);
    const reports = await desk.query(api.moderator.reports, {});
    const isKept = async () => (await rowsIn(t, "photos")).some(({ _id }) => _id === reported);

    expect(reports[0]?.photoURL).toContain("/api/photos/");
    expect(reports[0]?.photoURL).not.toBe(before);
    const kept: boolean[] = [];
    for (const { _id: id } of reports) {
      await desk.mutation(api.moderator.dismiss, { id });
      kept.push(await isKept());
    }
    expect(kept).toEqual([true, false]);
  });

  test("makes no difference to a replaced photo: its owner can never submit it again", async () => {
    for (const isReported of [true, false]) {
      const { t, asha, ravi } = await pair();
      const first = await shownPhoto(t, ravi);
      if (isReported) await file(asha, ravi);
      await submitVersion(ravi, await pictureOf(t, ravi));
      await approve(t, ravi);

      await expect(submitVersion(ravi, first), `reported: ${isReported}`).rejects.toMatchObject({
        data: { code: "BAD_INPUT", message: "Please fill all required fields" },
      });
    }
  });
});

describe("moderators", () => {
  test("decide on a report once, even when two decide at the same moment", async () => {
    const { t, asha, ravi } = await pair();
    await file(asha, ravi);
    const [mona, nils] = [await moderator(t), await moderator(t, "Nils")];
    const id = (await mona.query(api.moderator.reports, {}))[0]!._id;
    const both = await Promise.allSettled([
      mona.mutation(api.moderator.dismiss, { id }),
      nils.mutation(api.moderator.suspend, { id, reason: "Rude." }),
    ]);

    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    for (const act of [api.moderator.dismiss, api.moderator.restore]) {
      await expectRefusal(mona.mutation(act, { id }), "ALREADY_DECIDED");
    }
    await expectRefusal(mona.mutation(api.moderator.suspend, { id, reason: "Rude." }), "ALREADY_DECIDED");
    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
  });

  test("see what their colleagues have open, until they move on or leave", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const { t, asha, ravi } = await pair();
    await file(asha, ravi);
    const [mona, nils] = [await moderator(t), await moderator(t, "Nils")];
    const item = (await mona.query(api.moderator.reports, {}))[0]!._id;
    await mona.mutation(api.moderator.claim, { item });
    await nils.mutation(api.moderator.claim, { item });
    expect(await nils.query(api.moderator.claimed, {})).toEqual([
      { item, moderator: "moderator", mine: false },
      { item, moderator: "nils", mine: true, handle: "ravi.insta" },
    ]);
    await mona.mutation(api.moderator.claim, { item: null });
    await vi.advanceTimersByTimeAsync(30_000);
    await nils.mutation(api.moderator.claim, { item });
    await vi.advanceTimersByTimeAsync(30_000);
    await t.finishInProgressScheduledFunctions();
    expect(await mona.query(api.moderator.claimed, {})).toMatchObject([{ moderator: "nils" }]);
    await vi.advanceTimersByTimeAsync(30_000);
    await t.finishInProgressScheduledFunctions();

    expect(await mona.query(api.moderator.claimed, {})).toEqual([]);
  });

  test("cannot claim an item that is gone", async () => {
    const { t, asha, ravi } = await pair();
    await file(asha, ravi);
    const mona = await moderator(t);
    const item = (await mona.query(api.moderator.reports, {}))[0]!._id;
    await mona.mutation(api.moderator.dismiss, { id: item });
    await deleteAccount(ravi);
    await settled(t);

    await expectRefusal(mona.mutation(api.moderator.claim, { item }), "NOT_FOUND");
    expect(await mona.query(api.moderator.claimed, {})).toEqual([]);
  });

  test("see a change next to the version it would replace", async ({ t }) => {
    const { ravi } = await pair(t);
    await applicant(t, "Nina");
    await ravi.mutation(api.profiles.update, { profile: profileInput("Ravi", { ...aMan, bio: "Kind words." }) });
    const queue = await (await moderator(t)).query(api.moderator.queue, {});

    expect(queue).toMatchObject([
      { kind: "new", shown: null },
      { kind: "edit", bio: "Kind words.", shown: { name: "Ravi", bio: "Ravi likes late concerts." } },
    ]);
  });

  test("see who decided what, newest first, without addresses", async () => {
    const { t, asha, ravi } = await pair();
    const desk = await suspend(t, asha, ravi);
    const [suspension] = await desk.query(api.moderator.suspensions, {});
    const nils = await moderator(t, "Nils");
    await nils.mutation(api.moderator.restore, { id: suspension!._id });
    const trail = await nils.query(api.moderator.trail, {});

    expect(trail.map(({ moderator, ruling, name }) => [moderator, ruling, name])).toEqual([
      ["nils", "restored", "Ravi"],
      ["moderator", "suspended", "Ravi"],
      ["moderator", "approved", "Ravi"],
      ["moderator", "approved", "Asha"],
    ]);
    expect(JSON.stringify(trail)).not.toContain("@");
  });
});

async function submitVersion(ravi: Person, photoId: string): Promise<void> {
  await ravi.mutation(api.profiles.update, { profile: profileInput("Ravi", { ...aMan, photoId }) });
}

/** Inserts copies of the only report, by people who have left. */
async function copyReport(t: Product, count: number): Promise<void> {
  const [{ _id, _creationTime, ...row }] = (await rowsIn(t, "reports")) as [Doc<"reports">];
  await t.run(async ({ db }) => {
    for (let i = 0; i < count; i += 1) await db.insert("reports", { ...row, reporter: undefined });
  });
}
