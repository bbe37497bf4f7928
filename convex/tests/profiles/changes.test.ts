import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { freeze, pass } from "../../testing/clock.testing";
import { applicant, approve, member, moderator, type Person, reject } from "../../testing/people.testing";
import { rowsIn, setupTest, test } from "../../testing/product.testing";
import {
  change,
  FILES_EACH,
  files,
  photoOf,
  pictureOf,
  shownPhoto,
  waitingVersion,
  type ProfileInput,
} from "../../testing/profiles.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("a profile change", () => {
  test("reaches others only when a moderator approves it; until then they see the old profile", async ({ t }) => {
    const [asha, ravi, mona] = [
      await member(t, "Asha"),
      await member(t, "Ravi", { gender: "male" }),
      await moderator(t),
    ];
    const [oldPhoto, photoId] = [await photoOf(asha), await pictureOf(t, asha)];
    await change(asha, { bio: "Now with a new bio.", age: 22, photoId });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      changeWaiting: true,
      age: 21,
      moderationStatus: "approved",
    });
    expect(await cardsOf(ravi)).toMatchObject([{ age: 21, bio: "Asha likes late concerts." }]);
    const [waiting] = await mona.query(api.moderator.queue, {});
    expect(waiting).toMatchObject({ kind: "edit", age: 22, bio: "Now with a new bio." });
    expect((await t.fetch(oldPhoto)).status).toBe(200);

    await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, asha), approved: true });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeWaiting: false, age: 22 });
    expect(await cardsOf(ravi)).toMatchObject([{ age: 22, bio: "Now with a new bio." }]);
    expect((await t.fetch(oldPhoto)).status).toBe(404);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 0, approved: 2 } });
  });

  test("is returned to its owner while it waits, and the next change replaces it", async ({ t }) => {
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    expect(await asha.query(api.profiles.waiting, {})).toBeNull();
    const photoId = await pictureOf(t, asha);
    await change(asha, { bio: "Back row now.", photoId });

    const waiting = await asha.query(api.profiles.waiting, {});
    expect(waiting).toMatchObject({ bio: "Back row now.", photoIds: [photoId] });
    expect(waiting?.photoURL).not.toBe((await asha.query(api.profiles.me, {})).photoURL);
    expect(await ravi.query(api.profiles.waiting, {})).toBeNull();

    await change(asha, { bio: "Middle row.", photoIds: waiting?.photoIds });
    expect(await asha.query(api.profiles.waiting, {})).toMatchObject({ bio: "Middle row.", photoIds: [photoId] });
    await approve(t, asha);
    expect(await asha.query(api.profiles.waiting, {})).toBeNull();
  });

  test("of fields without review works sixty times in a row, then once every thirty seconds", async ({ t }) => {
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    freeze();
    for (let i = 0; i < 60; i++) await change(asha, { course: `Physics ${i}` });

    await expectRefusal(change(asha, { course: "Chemistry" }), {
      code: "TOO_MANY_TRIES",
      message: "Too many changes. Please try again later.",
      retryAfter: 30_000,
    });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ course: "Physics 59" });
    await change(ravi, { course: "Chemistry" });
    pass(30_000);
    await change(asha, { course: "Chemistry" });
  });

  test("takes effect beside simultaneous changes of other fields, even while one waits", async ({ t }) => {
    const asha = await member(t, "Asha");
    const photoId = await pictureOf(t, asha);
    const update = (profile: Partial<ProfileInput>) => asha.mutation(api.profiles.update, { profile });
    await Promise.all([update({ bio: "Back row now.", photoId }), update({ course: "Physics" }), update({ age: 23 })]);
    await Promise.all([update({ year: "2" }), update({ name: "Asha K" })]);

    const waiting = { name: "Asha K", bio: "Back row now.", age: 23, photoIds: [photoId] };
    expect(await asha.query(api.profiles.waiting, {})).toMatchObject(waiting);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ name: "Asha", course: "Physics", year: "2" });
  });

  test("of fields without review takes effect at once", async ({ t }) => {
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    await change(asha, { drinking: "Socially", hobbies: ["Chess ♟️"], phoneNumber: "+15550002222", course: "Physics" });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      drinking: "Socially",
      phoneNumber: "+15550002222",
      course: "Physics",
      changeWaiting: false,
    });
    expect(await cardsOf(ravi)).toMatchObject([{ drinking: "Socially", hobbies: ["Chess ♟️"] }]);
    expect(await (await moderator(t)).query(api.moderator.queue, {})).toEqual([]);
  });

  test("of interest takes effect immediately in both people's decks", async ({ t }) => {
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    await change(asha, { interestedIn: "female" });

    expect(await cardsOf(ravi)).toEqual([]);
    expect(await cardsOf(asha)).toEqual([]);
  });

  test.each(["approved", "hidden"] as const)(
    "of interest works five times in a row and then once an hour, as %s; other fields can still change",
    async (status) => {
      const t = setupTest();
      const asha = await member(t, "Asha", { interestedIn: "everyone" });
      await t.run(async (ctx) => await ctx.db.patch("users", asha.userId, { status }));
      freeze();
      for (const interestedIn of ["male", "female", "everyone", "male", "female"] as const)
        await change(asha, { interestedIn });

      const message = "You changed who you meet too often. Please try again later.";
      await expectRefusal(change(asha, { interestedIn: "male", course: "Refused" }), {
        code: "TOO_MANY_TRIES",
        message,
        retryAfter: expect.any(Number),
      });
      for (let i = 0; i < 20; i++) await change(asha, { interestedIn: "female", course: `Course ${i}` });
      expect(await asha.query(api.profiles.me, {})).toMatchObject({ interestedIn: "female", course: "Course 19" });
      pass(3_601_000);
      await change(asha, { interestedIn: "male" });
      expect(await asha.query(api.profiles.me, {})).toMatchObject({ interestedIn: "male" });
    },
  );

  test("keeps the fields that it leaves out, and clears those that it sends empty", async ({ t }) => {
    const asha = await member(t, "Asha", { course: "Physics", year: "2nd", interestedIn: "male" });
    await change(asha, { interestedIn: undefined, course: undefined, year: "" });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ interestedIn: "male", course: "Physics", year: "" });
  });

  test("is deleted with its picture when rejected; the member keeps the old version and reads the reason", async () => {
    const t = setupTest();
    const [asha, mona] = [await member(t, "Asha"), await moderator(t)];
    const shown = await photoOf(asha);
    await change(asha, { name: "Queen of everything", photoId: await pictureOf(t, asha) });
    await reject(t, asha, "Your own name.");

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      name: "Asha",
      moderationStatus: "approved",
      changeWaiting: false,
      rejectionReason: "Your own name.",
    });
    expect((await t.fetch(shown)).status).toBe(200);
    expect(await files(t)).toBe(FILES_EACH);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 0, approved: 1 } });
  });

  test.each<[string, (asha: Person) => Promise<unknown>]>([
    ["dismisses it", (asha) => asha.mutation(api.profiles.forgetRefusal, {})],
    ["saves another change", (asha) => change(asha, { bio: "A better thought." })],
  ])("that is rejected leaves a note until its owner %s", async (_, act) => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeRefused: false });
    await change(asha, { name: "Queen of everything" });
    await reject(t, asha, "No.");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeRefused: true, rejectionReason: "No." });

    await act(asha);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeRefused: false, rejectionReason: null });
  });

  test("replaces the waiting one, which can no longer be decided; changing back withdraws it", async () => {
    const t = setupTest();
    const [asha, mona] = [await member(t, "Asha"), await moderator(t)];
    const photoId = await shownPhoto(t, asha);
    await change(asha, { bio: "First thought.", photoId: await pictureOf(t, asha) });
    const first = await waitingVersion(t, asha);
    await change(asha, { bio: "Second thought.", photoId });

    await expectRefusal(mona.mutation(api.moderator.decide, { id: first, approved: true }), "ALREADY_DECIDED");
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ bio: "Second thought." }]);
    expect(await files(t)).toBe(FILES_EACH);

    await change(asha, {});
    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 0, approved: 1 } });
  });

  test("leaves only the person's name in the store when it is replaced or rejected", async ({ t }) => {
    const asha = await member(t, "Asha");
    await change(asha, { bio: "A replaced secret.", instagramHandle: "replaced.secret" });
    await change(asha, { bio: "A rejected secret.", instagramHandle: "rejected.secret" });
    await reject(t, asha);

    const stored = JSON.stringify(await rowsIn(t, "submissions"));
    expect(stored).not.toContain("secret");
    expect(stored).toContain('"name":"Asha"');
  });

  test("of a hidden person leaves them hidden when approved; a suspended person cannot make one", async () => {
    const t = setupTest();
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    await t.run(async (ctx) => {
      await ctx.db.patch("users", asha.userId, { status: "hidden" });
      for await (const entry of ctx.db.query("deckEntries")) {
        if (entry.userId === asha.userId) await ctx.db.delete("deckEntries", entry._id);
      }
    });
    await change(asha, { bio: "May I come back?", drinking: "Socially" });
    await approve(t, asha);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ bio: "May I come back?" });
    expect(await cardsOf(ravi)).toEqual([]);

    await t.run(async (ctx) => await ctx.db.patch("users", asha.userId, { status: "suspended" }));
    await expectRefusal(change(asha, { bio: "Now?" }), "FORBIDDEN");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "suspended" });
    await expectRefusal(asha.query(api.swipes.deck, {}), "FORBIDDEN");
  });

  test("sent twice makes one version", async ({ t }) => {
    const asha = await member(t, "Asha");
    await change(asha, { bio: "Only once." });
    const id = await waitingVersion(t, asha);
    await change(asha, { bio: "Only once." });

    expect(await waitingVersion(t, asha)).toBe(id);
  });

  test("before the first approval creates a new version of the whole profile", async ({ t }) => {
    const asha = await applicant(t, "Asha", { course: "Physics" });
    await change(asha, { bio: "Still waiting.", course: undefined });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      bio: "Still waiting.",
      course: "Physics",
      photoURL: expect.any(String),
    });
    expect(await (await moderator(t)).query(api.moderator.queue, {})).toMatchObject([
      { kind: "new", bio: "Still waiting." },
    ]);
  });

  test.each([
    [{ age: NaN }, "Age must be between 18 and 30"],
    [{ bio: "" }, "Please fill all required fields"],
    [{ photoId: "nonsense" }, "Please fill all required fields"],
  ])("to %j is refused, and nothing changes", async (fields, message) => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    const before = await asha.query(api.profiles.me, {});

    await expectRefusal(change(asha, fields), "BAD_INPUT", message);
    expect(await asha.query(api.profiles.me, {})).toEqual(before);
  });
});

async function cardsOf(person: Person) {
  return (await person.query(api.swipes.deck, {})).profiles;
}
