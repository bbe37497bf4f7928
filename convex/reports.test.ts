import { afterEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { deckOf, dislikes, likes, man, match, matchesOf, pendingOf, several, swipesLeft, woman } from "./crowd.testing";
import {
  applicant,
  approve,
  everyRow,
  moderator,
  pictureOf,
  profileOf,
  settled,
  setupTest,
  signedIn,
  type Person,
  type Product,
} from "./people.testing";

afterEach(() => {
  vi.useRealTimers();
});

const unknown = { data: { code: "NOT_FOUND", message: "Failed to submit report. Please try again." } };
const forbidden = { data: { code: "FORBIDDEN" } };
const ended = { data: { code: "UNAUTHENTICATED" } };
const decided = { data: { code: "ALREADY_DECIDED" } };
const REASON = "He sent rude words to my friend.";

describe("a report", () => {
  test("hides the two from each other at once, in decks and likes", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    await likes(ravi, asha);
    await file(asha, ravi);

    expect([await deckOf(asha), await deckOf(ravi), await pendingOf(asha)]).toEqual([[], [], []]);
    await expect(likes(asha, ravi)).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
    await expect(dislikes(ravi, asha)).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
  });

  test("ends a match for both", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    await match(asha, ravi);
    await file(ravi, asha);

    expect([await matchesOf(asha), await matchesOf(ravi)]).toEqual([[], []]);
  });

  test("costs no swipe, and everybody else still meets both", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const [meera, kabir] = [await woman(t, "Meera"), await man(t, "Kabir")];
    await file(asha, ravi);

    expect(await swipesLeft(asha)).toBe(5);
    expect((await deckOf(meera)).sort()).toEqual(["Kabir", "Ravi"]);
    expect((await deckOf(kabir)).sort()).toEqual(["Asha", "Meera"]);
  });

  test("needs a reason that one can see, of 500 characters at most", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    for (const reason of ["", "   \n\t ", "\u200b"]) {
      await expect(file(asha, ravi, reason)).rejects.toMatchObject({
        data: { code: "BAD_INPUT", message: "Please provide a reason for reporting" },
      });
    }
    await expect(file(asha, ravi, "x".repeat(501))).rejects.toMatchObject({ data: { code: "BAD_INPUT" } });
    expect(await deckOf(asha)).toEqual(["Ravi"]);
    await file(asha, ravi, `  ${"🙂".repeat(500)}  `);
    expect(await deckOf(asha)).toEqual([]);
  });

  test("sent twice, also at once, is one", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    await Promise.all([file(asha, ravi), file(asha, ravi), file(asha, ravi, "Something else")]);
    await file(asha, ravi);

    expect(await (await moderator(t)).query(api.moderator.reports, {})).toHaveLength(1);
  });

  test("is refused about whoever I may not see as about nobody at all", async () => {
    const t = setupTest();
    const [asha] = await pair(t);
    const [meera, waiting, gone] = [await woman(t, "Meera"), await applicant(t, "Nina"), await man(t, "Kabir")];
    await file(gone, asha);
    const matchId = await match(asha, await man(t, "Nils"));
    const desk = await moderator(t);
    const ids = [meera.userId, waiting.userId, gone.userId, asha.userId, desk.userId, matchId, "nobody", ""];

    for (const reportedUserId of ids) {
      await expect(asha.mutation(api.reports.file, { reportedUserId, reason: REASON })).rejects.toMatchObject(unknown);
    }
    expect(await desk.query(api.moderator.reports, {})).toMatchObject([{ name: "Asha" }]);
    expect(await deckOf(asha)).toEqual(["Ravi"]);
  });

  test("is taken from whoever was matched with them, also after they unmatched or reported first", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const nils = await man(t, "Nils");
    const matchId = await match(asha, ravi);
    await ravi.mutation(api.matches.unmatch, { matchId });
    await match(asha, nils);
    await file(nils, asha);
    for (const person of [ravi, ravi, nils]) await file(asha, person);
    const reports = await (await moderator(t)).query(api.moderator.reports, {});

    expect(reports.map(({ name }) => name)).toEqual(["Asha", "Ravi", "Nils"]);
    expect([await deckOf(asha), await deckOf(ravi), await deckOf(nils)]).toEqual([[], [], []]);
  });

  test("of two who report each other at once, one is filed and the other finds nobody", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const both = await Promise.allSettled([file(asha, ravi), file(ravi, asha)]);

    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect([await deckOf(asha), await deckOf(ravi)]).toEqual([[], []]);
  });

  test("is for members alone", async () => {
    const t = setupTest();
    const [asha, waiting] = [await woman(t, "Asha"), await applicant(t, "Nina")];

    await expect(file(waiting, asha)).rejects.toMatchObject(forbidden);
    await expect(file(await moderator(t), asha)).rejects.toMatchObject(forbidden);
    await expect(t.mutation(api.reports.file, { reportedUserId: asha.userId, reason: REASON })).rejects.toMatchObject(
      ended,
    );
  });

  test("comes in a flood no faster than somebody can mean it", async () => {
    const t = setupTest();
    const [asha, men] = [await woman(t, "Asha"), await several(man, t, "Man", 16)];
    const answers = await Promise.allSettled(men.map((him) => file(asha, him)));

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(15);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { data: { code: "TOO_MANY_TRIES", retryAfter: expect.any(Number) } },
    });
  });
});

describe("three reports", () => {
  test("of different people hide somebody from everybody, who may go on and is not told", async () => {
    const t = setupTest();
    const [ravi, women] = [await man(t, "Ravi"), await several(woman, t, "Woman", 4)];
    await file(women[0]!, ravi);
    await file(women[0]!, ravi);
    await file(women[1]!, ravi);
    expect(await deckOf(women[3]!)).toEqual(["Ravi"]);
    await file(women[2]!, ravi);

    expect(await deckOf(women[3]!)).toEqual([]);
    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
    expect(await deckOf(ravi)).toEqual(["Woman 4"]);
  });

  test("count only while those who wrote them are approved", async () => {
    const t = setupTest();
    const [ravi, women] = [await man(t, "Ravi"), await several(woman, t, "Woman", 4)];
    for (const her of women.slice(0, 2)) await file(her, ravi);
    await t.run(async (ctx) => await ctx.db.patch("users", women[0]!.userId, { status: "suspended" }));
    await file(women[2]!, ravi);

    expect(await deckOf(women[3]!)).toEqual(["Ravi"]);
  });

  test("hide until a moderator dismisses one", async () => {
    const t = setupTest();
    const [ravi, women] = [await man(t, "Ravi"), await several(woman, t, "Woman", 4)];
    for (const her of women.slice(0, 3)) await file(her, ravi);
    const desk = await moderator(t);
    const reports = await desk.query(api.moderator.reports, {});
    expect(reports.map(({ standing, reports }) => [standing, reports])).toEqual([
      ["hidden", 3],
      ["hidden", 3],
      ["hidden", 3],
    ]);
    await desk.mutation(api.moderator.dismiss, { id: reports[0]!._id });

    expect([await deckOf(women[3]!), await deckOf(women[0]!)]).toEqual([["Ravi"], []]);
    expect(await desk.query(api.moderator.reports, {})).toMatchObject([{ standing: "approved" }, { reports: 2 }]);
  });
});

describe("what moderators see", () => {
  test("is the reason and the card as it was then, and nothing of who wrote it", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t, { bio: "Rude words." });
    await file(asha, ravi);
    await changeBio(t, ravi, "Kind words.");
    const reports = await (await moderator(t)).query(api.moderator.reports, {});

    expect(reports).toEqual([
      {
        _id: expect.any(String),
        reason: REASON,
        createdAt: expect.any(Number),
        name: "Ravi",
        age: 21,
        gender: "male",
        bio: "Rude words.",
        photoURL: expect.stringContaining("/api/photos/"),
        hobbies: ["Music 🎵"],
        drinking: "Never",
        smoking: "Never",
        standing: "approved",
        instagramHandle: "ravi.insta",
        reports: 1,
        earlierReports: 0,
      },
    ]);
    for (const secret of [asha.userId, asha.email, ravi.email, ravi.userId, "asha.insta", "+91"]) {
      expect(JSON.stringify(reports)).not.toContain(secret);
    }
  });

  test("is also how many reports about the same person were decided before", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const meera = await woman(t, "Meera");
    const desk = await moderator(t);
    await file(asha, ravi);
    const [first] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.dismiss, { id: first!._id });
    await file(meera, ravi);

    expect(await desk.query(api.moderator.reports, {})).toMatchObject([{ reports: 1, earlierReports: 1 }]);
  });

  test("keeps the picture that was reported, at an address of its own, until the report is closed", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const before = (await asha.query(api.swipes.deck, {})).profiles[0]?.photoURL;
    await file(asha, ravi);
    const photoId = await pictureOf(t, ravi);
    await ravi.mutation(api.profiles.update, { profile: profileOf("Ravi", { ...aMan, photoId }) });
    await approve(t, ravi);
    const desk = await moderator(t);
    const [report] = await desk.query(api.moderator.reports, {});

    expect(report?.photoURL).toContain("/api/photos/");
    expect(report?.photoURL).not.toBe(before);
    await desk.mutation(api.moderator.dismiss, { id: report!._id });
    expect(await t.run(async (ctx) => (await ctx.db.query("photos").collect()).map(({ _id }) => _id))).toEqual([
      expect.not.stringMatching(photoId),
      photoId,
    ]);
  });

  test("its picture cannot be made to disappear by putting it forward again and taking it back", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const first = await shownPhotoOf(t, ravi);
    await file(asha, ravi);
    await putForward(ravi, await pictureOf(t, ravi));
    await approve(t, ravi);
    await putForward(ravi, first);
    await putForward(ravi, await pictureOf(t, ravi));

    const [report] = await (await moderator(t)).query(api.moderator.reports, {});
    expect(report?.photoURL).toContain("/api/photos/");
  });

  test("closing it takes no picture from a version that waits", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const first = await shownPhotoOf(t, ravi);
    await file(asha, ravi);
    await putForward(ravi, await pictureOf(t, ravi));
    await approve(t, ravi);
    await putForward(ravi, first);
    const desk = await moderator(t);
    const [report] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.dismiss, { id: report!._id });

    const [waiting] = await desk.query(api.moderator.queue, {});
    await desk.mutation(api.moderator.decide, { id: waiting!._id, approved: true });
    expect((await ravi.query(api.profiles.me, {})).photoURL).toContain("/api/photos/");
  });

  test("never reaches the reported person or another member", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    await file(asha, ravi);
    const [report] = await (await moderator(t)).query(api.moderator.reports, {});
    const id = report!._id;

    for (const person of [asha, ravi]) {
      for (const door of ["reports", "suspensions", "claimed", "trail"] as const) {
        await expect(person.query(api.moderator[door], {})).rejects.toMatchObject(forbidden);
      }
      for (const act of ["dismiss", "suspend", "restore"] as const) {
        await expect(person.mutation(api.moderator[act], { id })).rejects.toMatchObject(forbidden);
      }
      await expect(person.mutation(api.moderator.claim, { item: id })).rejects.toMatchObject(forbidden);
    }
    const seen = JSON.stringify([await ravi.query(api.profiles.me, {}), await ravi.query(api.swipes.deck, {})]);
    for (const secret of [REASON, id, asha.userId, "Asha"]) expect(seen).not.toContain(secret);
  });
});

describe("a suspended person", () => {
  test("is out of every deck and list at once, signed out, and may only see that they are suspended", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const [meera, nina] = [await woman(t, "Meera"), await woman(t, "Nina")];
    await match(meera, ravi);
    await likes(ravi, nina);
    await suspend(t, asha, ravi);

    expect([await matchesOf(meera), await pendingOf(nina), await deckOf(nina)]).toEqual([[], [], []]);
    await expect(ravi.query(api.profiles.me, {})).rejects.toMatchObject(ended);
    const back = await signedIn(t, ravi.email);
    expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "suspended" });
    await expect(back.query(api.swipes.deck, {})).rejects.toMatchObject(forbidden);
    await expect(back.query(api.matches.list, {})).rejects.toMatchObject(forbidden);
    await expect(file(back, nina)).rejects.toMatchObject(forbidden);
    await expect(changeBio(t, back, "Hello again.")).rejects.toMatchObject(forbidden);
  });

  test("has no other report open, and can be restored to decks and matches, but not to who reported them", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const [meera, nina] = [await woman(t, "Meera"), await woman(t, "Nina")];
    await match(meera, ravi);
    await file(nina, ravi);
    const desk = await suspend(t, asha, ravi);
    expect(await desk.query(api.moderator.reports, {})).toEqual([]);
    const [suspension, ...more] = await desk.query(api.moderator.suspensions, {});
    expect([suspension?.name, more]).toEqual(["Ravi", []]);
    await desk.mutation(api.moderator.restore, { id: suspension!._id });

    expect(await desk.query(api.moderator.suspensions, {})).toEqual([]);
    expect(await matchesOf(meera)).toEqual(["Ravi"]);
    expect(await deckOf(await woman(t, "Zoya"))).toEqual(["Ravi"]);
    expect([await deckOf(asha), await deckOf(nina)]).toEqual([[], []]);
    const back = await signedIn(t, ravi.email);
    expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
    expect(await everyRow(t)).not.toContain(REASON);
  });

  test("has no picture at the address that others know, only at the moderators', and is seen anew when restored", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const meera = await woman(t, "Meera");
    const status = async (url?: string | null) => (await t.fetch(new URL(url ?? "").pathname)).status;
    const [known] = (await meera.query(api.swipes.deck, {})).profiles;
    expect(await status(known?.photoURL)).toBe(200);
    const desk = await suspend(t, asha, ravi);
    expect(await status(known?.photoURL)).toBe(404);
    const [suspension] = await desk.query(api.moderator.suspensions, {});
    expect(await status(suspension?.photoURL)).toBe(200);
    await desk.mutation(api.moderator.restore, { id: suspension!._id });

    const [again] = (await meera.query(api.swipes.deck, {})).profiles;
    expect([await status(again?.photoURL), await status(known?.photoURL)]).toEqual([200, 404]);
  });

  test("is counted neither as approved nor twice", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    const desk = await suspend(t, asha, ravi);
    expect((await desk.query(api.moderator.stats, {})).stats.approved).toBe(1);
    const [suspension] = await desk.query(api.moderator.suspensions, {});
    await desk.mutation(api.moderator.restore, { id: suspension!._id });
    expect((await desk.query(api.moderator.stats, {})).stats.approved).toBe(2);
  });
});

describe("moderators", () => {
  test("decide on a report once, also when two do at the same moment", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    await file(asha, ravi);
    const [mona, nils] = [await moderator(t), await moderator(t, "Nils")];
    const id = (await mona.query(api.moderator.reports, {}))[0]!._id;
    const both = await Promise.allSettled([
      mona.mutation(api.moderator.dismiss, { id }),
      nils.mutation(api.moderator.suspend, { id }),
    ]);

    expect(both.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    for (const act of ["dismiss", "suspend", "restore"] as const) {
      await expect(mona.mutation(api.moderator[act], { id })).rejects.toMatchObject(decided);
    }
    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
  });

  test("see what the others have open, until they go on or stay away", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    await file(asha, ravi);
    const [mona, nils] = [await moderator(t), await moderator(t, "Nils")];
    const item = (await mona.query(api.moderator.reports, {}))[0]!._id;
    await mona.mutation(api.moderator.claim, { item });
    await nils.mutation(api.moderator.claim, { item });
    expect(await nils.query(api.moderator.claimed, {})).toEqual([
      { item, moderator: "moderator", mine: false },
      { item, moderator: "nils", mine: true },
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

  test("cannot have open what there is not", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
    await file(asha, ravi);
    const mona = await moderator(t);
    const item = (await mona.query(api.moderator.reports, {}))[0]!._id;
    await ravi.mutation(api.auth.deleteAccount, { verificationText: "delete my acc" });
    await settled(t);

    await expect(mona.mutation(api.moderator.claim, { item })).rejects.toMatchObject({ data: { code: "NOT_FOUND" } });
    expect(await mona.query(api.moderator.claimed, {})).toEqual([]);
  });

  test("see a change next to what it would replace", async () => {
    const t = setupTest();
    const [, ravi] = await pair(t);
    await applicant(t, "Nina");
    await ravi.mutation(api.profiles.update, { profile: profileOf("Ravi", { ...aMan, bio: "Kind words." }) });
    const queue = await (await moderator(t)).query(api.moderator.queue, {});

    expect(queue).toMatchObject([
      { kind: "new", shown: null },
      { kind: "edit", bio: "Kind words.", shown: { name: "Ravi", bio: "Ravi likes late concerts." } },
    ]);
  });

  test("see who decided what, newest first, without private data", async () => {
    const t = setupTest();
    const [asha, ravi] = await pair(t);
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

test("with an account go the reports about it, and the name on those that it wrote", async () => {
  const t = setupTest();
  const [asha, ravi] = await pair(t);
  const meera = await woman(t, "Meera");
  await file(asha, ravi);
  await file(ravi, meera, "She is somebody else.");
  await ravi.mutation(api.auth.deleteAccount, { verificationText: "delete my acc" });

  const kept = await t.run(async (ctx) => [
    await ctx.db.query("reports").collect(),
    await ctx.db.query("rulings").collect(),
  ]);
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`${ravi.userId}|Ravi|${REASON}`));
  expect(await (await moderator(t)).query(api.moderator.reports, {})).toMatchObject([{ name: "Meera" }]);
});

test("whoever deletes an account that reports have hidden comes back marked, until a moderator has looked", async () => {
  const t = setupTest();
  let ravi = await man(t, "Ravi");
  for (const her of await several(woman, t, "Woman", 3)) await file(her, ravi);
  const mona = await moderator(t);
  for (let round = 0; round < 2; round++) {
    await ravi.mutation(api.auth.deleteAccount, { verificationText: "delete my acc" });
    expect(await everyRow(t)).not.toMatch(/ravi@people|Ravi/);
    ravi = await applicant(t, "Ravi", aMan);
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ name: "Ravi", reportedBefore: true }]);
  }
  await approve(t, ravi);
  await ravi.mutation(api.profiles.update, { profile: profileOf("Ravi", { ...aMan, bio: "Other words." }) });

  expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ kind: "edit", reportedBefore: false }]);
});

const aMan = { gender: "male", interestedIn: "female" } as const;

async function pair(t: Product, fields: { bio?: string } = {}): Promise<[Person, Person]> {
  return [await woman(t, "Asha"), await man(t, "Ravi", fields)];
}

async function file(me: Person, { userId }: Person, reason = REASON) {
  return await me.mutation(api.reports.file, { reportedUserId: userId, reportedUserName: "somebody", reason });
}

async function suspend(t: Product, reporter: Person, reported: Person): Promise<Person> {
  await file(reporter, reported);
  const desk = await moderator(t);
  const report = (await desk.query(api.moderator.reports, {})).at(-1);
  await desk.mutation(api.moderator.suspend, { id: report!._id });
  return desk;
}

async function changeBio(t: Product, person: Person, bio: string) {
  await person.mutation(api.profiles.update, { profile: profileOf("Ravi", { ...aMan, bio }) });
  await approve(t, person);
}

async function shownPhotoOf(t: Product, { userId }: Person): Promise<string> {
  const profiles = await t.run(async (ctx) => await ctx.db.query("profiles").collect());
  return profiles.find((profile) => profile.userId === userId)!.photoId;
}

async function putForward(ravi: Person, photoId: string): Promise<void> {
  await ravi.mutation(api.profiles.update, { profile: profileOf("Ravi", { ...aMan, photoId }) });
}
