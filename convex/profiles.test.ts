import type { StorageActionWriter } from "convex/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import type { DatabaseWriter } from "./_generated/server";
import {
  applicant,
  approve,
  member,
  moderator,
  newcomer,
  pictureOf,
  profileOf,
  setupTest,
  signedIn,
  waitingVersion,
} from "./people.testing";
import { festivalDay } from "./shared/festival";
import type { Person, Product, ProfileInput } from "./people.testing";
import { traced } from "./traces.testing";

const MINUTE = 60_000;

afterEach(() => {
  vi.useRealTimers();
});

describe("handing in a profile", () => {
  test("it waits for a moderator, and oneself sees all of it", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ profileCompleted: false, photoURL: null, age: null });
    await handIn(t, asha, { course: " Physics ", year: "" });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      name: "Asha",
      age: 21,
      gender: "female",
      interestedIn: "everyone",
      phoneNumber: "+919876543210",
      instagramHandle: "asha.insta",
      course: "Physics",
      year: "",
      photoURL: expect.stringMatching(/^https:\/\/site\.test\/api\/photos\/./),
      profileCompleted: true,
      moderationStatus: "pending",
      changeWaiting: false,
      isPremium: false,
      isVIP: false,
      swipesRemaining: 5,
    });
  });

  test("a newer version replaces the waiting one, which can no longer be decided, and its picture is gone", async () => {
    const t = setupTest();
    const [asha, mona] = [await applicant(t, "Asha", { course: "Physics" }), await moderator(t)];
    const [first, firstPhoto] = [await waitingVersion(t, asha), await photoOf(asha)];
    await handIn(t, asha, { bio: "I changed my mind." });

    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ bio: "I changed my mind." }]);
    await expect(mona.mutation(api.moderator.decide, { id: first, approved: true })).rejects.toMatchObject({
      data: { code: "ALREADY_DECIDED" },
    });
    expect((await t.fetch(firstPhoto)).status).toBe(404);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ course: "" });
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 1, approved: 0 } });
  });

  test("the picture may stay when the rest changes", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    await handIn(t, asha, { photoId });
    await handIn(t, asha, { photoId, bio: "New words, same face." });

    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("whom somebody looks for is the other gender unless they say so", async () => {
    const t = setupTest();
    const ravi = await applicant(t, "Ravi", { gender: "male", interestedIn: undefined });

    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ interestedIn: "female" });
  });

  const fillAll = "Please fill all fields and upload a profile picture";
  const age = "Age must be between 18 and 30";
  const cases: [string, Partial<Record<keyof ProfileInput, unknown>>, string][] = [
    ["no name", { name: "" }, fillAll],
    ["an invisible name", { name: "\u200b \u3164\u200d" }, fillAll],
    ["no bio", { bio: " \n " }, fillAll],
    ["no gender", { gender: "" }, fillAll],
    ["no phone", { phoneNumber: "" }, fillAll],
    ["no handle", { instagramHandle: "@" }, fillAll],
    ["no drinking", { drinking: "" }, fillAll],
    ["no smoking", { smoking: "Sometimes" }, fillAll],
    ["no hobby", { hobbies: [] }, fillAll],
    ["no picture", { photoId: undefined }, fillAll],
    ["a made-up picture", { photoId: "nonsense" }, fillAll],
    ["missing things before wrong things", { name: "", age: 17 }, fillAll],
    ["age 17", { age: 17 }, age],
    ["age 31", { age: 31 }, age],
    ["age 18.5", { age: 18.5 }, age],
    ["age NaN", { age: NaN }, age],
    ["age 1e999", { age: Infinity }, age],
    ["age -0", { age: -0 }, age],
    [
      "six hobbies",
      { hobbies: ["Music 🎵", "Chess ♟️", "Yoga 🧘", "Gaming 🎮", "Movies 🎬", "Reading 📚"] },
      "Maximum 5 hobbies allowed",
    ],
    ["six times one hobby", { hobbies: Array(6).fill("Music 🎵") }, "Maximum 5 hobbies allowed"],
    ["a hobby of one's own", { hobbies: ["Stealing"] }, "Please choose hobbies from the list"],
    ["a short phone", { phoneNumber: "12345" }, "Please enter a valid phone number"],
    ["a phone of letters", { phoneNumber: "+91 98765 43210 x" }, "Please enter a valid phone number"],
    ["a long bio", { bio: "x".repeat(151) }, "Bio must be at most 150 characters"],
    ["a long name", { name: "x".repeat(61) }, "Name must be at most 60 characters"],
    ["a handle with a blank", { instagramHandle: "two words" }, "Please enter a valid Instagram handle"],
    ["a link in the bio", { bio: "see www.example.com" }, "Please keep contact details out of your profile"],
    ["a handle in the bio", { bio: "find me @asha.k" }, "Please keep contact details out of your profile"],
    ["a phone in the bio", { bio: "call ९८७६५ ४३२१०" }, "Please keep contact details out of your profile"],
    ["a phone in the name", { name: "Asha 98765-43210" }, "Please keep contact details out of your profile"],
  ];
  test.each(cases)("%s is refused and nothing changes", async (_, fields, message) => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    const profile = { ...profileOf("Asha", { photoId }), ...fields } as ProfileInput;

    await expect(asha.mutation(api.profiles.create, { profile })).rejects.toMatchObject({
      data: { code: "BAD_INPUT", message },
    });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ profileCompleted: false });
  });

  test.each([18, 30])("age %i is fine", async (years) => {
    const t = setupTest();
    await applicant(t, "Asha", { age: years });
  });

  test("text is trimmed, a handle may come with its @, and an emoji counts once", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha", {
      name: "  Asha\u200b  K ",
      instagramHandle: "@asha.k",
      bio: "🎉".repeat(150),
    });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ name: "Asha K", instagramHandle: "asha.k" });
  });

  test("somebody else's picture is answered like an unknown one, and stays theirs", async () => {
    const t = setupTest();
    const [asha, mallory] = [await applicant(t, "Asha"), await newcomer(t, "Mallory")];
    const [shown, fresh] = [await shownPhoto(t, asha), await pictureOf(t, asha)];

    for (const photoId of [shown, fresh, asha.userId]) {
      await expect(
        mallory.mutation(api.profiles.create, { profile: profileOf("Mallory", { photoId }) }),
      ).rejects.toMatchObject({
        data: { code: "BAD_INPUT", message: fillAll },
      });
    }
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("a member, a rejected person, a moderator and a visitor hand nothing in", async () => {
    const t = setupTest();
    const [asha, ravi, mona] = [await member(t, "Asha"), await applicant(t, "Ravi"), await moderator(t)];
    await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, ravi), approved: false });
    const profile = profileOf("Someone", { photoId: "x" });

    for (const person of [asha, ravi, mona]) {
      await expect(person.mutation(api.profiles.create, { profile })).rejects.toMatchObject({
        data: { code: "FORBIDDEN" },
      });
    }
    await expect(t.mutation(api.profiles.create, { profile })).rejects.toMatchObject({
      data: { code: "UNAUTHENTICATED" },
    });
  });

  test("versions are not handed in by the hundred", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    for (let i = 0; i < 15; i++) await handIn(t, asha, { photoId, bio: `Version ${i}` });

    await expect(handIn(t, asha, { photoId })).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
  });
});

describe("changing a profile", () => {
  test("what others see stays as it was until a moderator approves the change", async () => {
    const t = setupTest();
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

  test("the next change starts from the one that waits, and only its owner sees it", async () => {
    const t = setupTest();
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    expect(await asha.query(api.profiles.waiting, {})).toBeNull();
    const photoId = await pictureOf(t, asha);
    await change(asha, { bio: "Back row now.", photoId });

    const waiting = await asha.query(api.profiles.waiting, {});
    expect(waiting).toMatchObject({ bio: "Back row now.", photoId });
    expect(waiting?.photoURL).not.toBe((await asha.query(api.profiles.me, {})).photoURL);
    expect(await ravi.query(api.profiles.waiting, {})).toBeNull();

    await change(asha, { bio: "Middle row.", photoId: waiting?.photoId });
    expect(await asha.query(api.profiles.waiting, {})).toMatchObject({ bio: "Middle row.", photoId });
    await approve(t, asha);
    expect(await asha.query(api.profiles.waiting, {})).toBeNull();
  });

  test("changes of different parts at once all hold, also beside what waits", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    const photoId = await pictureOf(t, asha);
    const update = (profile: Partial<ProfileInput>) => asha.mutation(api.profiles.update, { profile });
    await Promise.all([update({ bio: "Back row now.", photoId }), update({ course: "Physics" }), update({ age: 23 })]);
    await Promise.all([update({ year: "2" }), update({ name: "Asha K" })]);

    const waiting = { name: "Asha K", bio: "Back row now.", age: 23, photoId };
    expect(await asha.query(api.profiles.waiting, {})).toMatchObject(waiting);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ name: "Asha", course: "Physics", year: "2" });
  });

  test("what nobody need look at changes at once", async () => {
    const t = setupTest();
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

  test("whom one looks for changes whose decks one is in, at once", async () => {
    const t = setupTest();
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    await change(asha, { interestedIn: "female" });

    expect(await cardsOf(ravi)).toEqual([]);
    expect(await cardsOf(asha)).toEqual([]);
  });

  test("what is left out stays as it is, what is empty goes", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha", { course: "Physics", year: "2nd", interestedIn: "male" });
    await change(asha, { interestedIn: undefined, course: undefined, year: "" });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ interestedIn: "male", course: "Physics", year: "" });
  });

  test("a rejected change goes with its picture, the member stays with the old version and is told why", async () => {
    const t = setupTest();
    const [asha, mona] = [await member(t, "Asha"), await moderator(t)];
    const shown = await photoOf(asha);
    await change(asha, { name: "Queen of everything", photoId: await pictureOf(t, asha) });
    await mona.mutation(api.moderator.decide, {
      id: await waitingVersion(t, asha),
      approved: false,
      reason: "Your own name.",
    });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      name: "Asha",
      moderationStatus: "approved",
      changeWaiting: false,
      rejectionReason: "Your own name.",
    });
    expect((await t.fetch(shown)).status).toBe(200);
    expect(await files(t)).toBe(1);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 0, approved: 1 } });
  });

  test.each<[string, (asha: Person) => Promise<unknown>]>([
    ["puts the note away", (asha) => asha.mutation(api.profiles.forgetRefusal, {})],
    ["saves another", (asha) => change(asha, { bio: "A better thought." })],
  ])("that a change was refused is said until its owner %s", async (_, act) => {
    const t = setupTest();
    const [asha, mona] = [await member(t, "Asha"), await moderator(t)];
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeRefused: false });
    await change(asha, { name: "Queen of everything" });
    await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, asha), approved: false, reason: "No." });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeRefused: true, rejectionReason: "No." });

    await act(asha);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ changeRefused: false, rejectionReason: null });
  });

  test("a second change replaces the first, which can no longer be decided; going back takes it back", async () => {
    const t = setupTest();
    const [asha, mona] = [await member(t, "Asha"), await moderator(t)];
    const photoId = await shownPhoto(t, asha);
    await change(asha, { bio: "First thought.", photoId: await pictureOf(t, asha) });
    const first = await waitingVersion(t, asha);
    await change(asha, { bio: "Second thought.", photoId });

    await expect(mona.mutation(api.moderator.decide, { id: first, approved: true })).rejects.toMatchObject({
      data: { code: "ALREADY_DECIDED" },
    });
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ bio: "Second thought." }]);
    expect(await files(t)).toBe(1);

    await change(asha, {});
    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 0, approved: 1 } });
  });

  test("a change of words alone, replaced or rejected, does not touch the picture that is shown", async () => {
    const t = setupTest();
    const [asha, mona] = [await member(t, "Asha"), await moderator(t)];
    const shown = await photoOf(asha);
    await change(asha, { bio: "Words alone." });
    await change(asha, { bio: "Words and picture.", photoId: await pictureOf(t, asha) });
    expect((await t.fetch(shown)).status).toBe(200);

    await change(asha, { bio: "Words again." });
    await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, asha), approved: false });
    expect((await t.fetch(shown)).status).toBe(200);
    expect(await files(t)).toBe(1);
  });

  test("of what was replaced or rejected nothing is kept but the name that was decided on", async () => {
    const t = setupTest();
    const [asha, mona] = [await member(t, "Asha"), await moderator(t)];
    await change(asha, { bio: "A replaced secret.", instagramHandle: "replaced.secret" });
    await change(asha, { bio: "A rejected secret.", instagramHandle: "rejected.secret" });
    await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, asha), approved: false });

    const kept = JSON.stringify(await t.run(async (ctx) => await ctx.db.query("submissions").collect()));
    expect(kept).not.toContain("secret");
    expect(kept).toContain('"name":"Asha"');
  });

  test("somebody hidden stays hidden when their change is approved; somebody suspended changes nothing", async () => {
    const t = setupTest();
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    await t.run(async (ctx) => {
      await ctx.db.patch("users", asha.userId, { status: "hidden" });
      for await (const place of ctx.db.query("places")) {
        if (place.userId === asha.userId) await ctx.db.delete("places", place._id);
      }
    });
    await change(asha, { bio: "May I come back?", drinking: "Socially" });
    await approve(t, asha);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ bio: "May I come back?" });
    expect(await cardsOf(ravi)).toEqual([]);

    await t.run(async (ctx) => await ctx.db.patch("users", asha.userId, { status: "suspended" }));
    await expect(change(asha, { bio: "Now?" })).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "suspended" });
    await expect(asha.query(api.swipes.deck, {})).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
  });

  test("the same change sent twice is one version", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await change(asha, { bio: "Only once." });
    const id = await waitingVersion(t, asha);
    await change(asha, { bio: "Only once." });

    expect(await waitingVersion(t, asha)).toBe(id);
  });

  test("before it is approved, a change is a new version of the whole", async () => {
    const t = setupTest();
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
    [{ age: 17 }, "Age must be between 18 and 30"],
    [{ age: NaN }, "Age must be between 18 and 30"],
    [{ bio: "" }, "Please fill all required fields"],
    [{ name: "call 98765 43210" }, "Please keep contact details out of your profile"],
    [{ photoId: "nonsense" }, "Please fill all required fields"],
  ])("%j is refused and nothing changes", async (fields, message) => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    const before = await asha.query(api.profiles.me, {});

    await expect(change(asha, fields)).rejects.toMatchObject({ data: { code: "BAD_INPUT", message } });
    expect(await asha.query(api.profiles.me, {})).toEqual(before);
  });

  test("who has no profile changes none", async () => {
    const t = setupTest();
    const [asha, ravi] = [await newcomer(t, "Asha"), await applicant(t, "Ravi")];
    await (await moderator(t)).mutation(api.moderator.decide, { id: await waitingVersion(t, ravi), approved: false });

    for (const person of [asha, ravi])
      await expect(change(person, {})).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
  });
});

describe("pictures", () => {
  test("a picture is served with an image type, for this viewer alone, and nothing may guess another", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha");
    const answer = await t.fetch(await photoOf(asha));

    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("private"),
    });
    expect(await answer.text()).toBe("picture");
  });

  test.each(["", "x", "../me", "%00", "a/b"])("there is no picture %j", async (key) => {
    const t = setupTest();
    expect((await t.fetch(`/api/photos/${key}`)).status).toBe(404);
  });

  test("an uploaded picture that no profile shows is swept within the hour, a shown one stays", async () => {
    const t = setupTest();
    vi.useFakeTimers({ toFake: ["Date"] });
    const asha = await applicant(t, "Asha");
    await pictureOf(t, asha);
    vi.setSystemTime(Date.now() + 54 * MINUTE);
    await t.mutation(internal.profiles.sweepPhotos, {});
    expect(await files(t)).toBe(2);

    vi.setSystemTime(Date.now() + 2 * MINUTE);
    await t.mutation(internal.profiles.sweepPhotos, {});
    expect(await files(t)).toBe(1);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });
});

describe("stored files", () => {
  test("that no picture names are swept within the hour: an action died before it could keep them", async () => {
    const t = setupTest();
    vi.useFakeTimers({ toFake: ["Date"] });
    const asha = await applicant(t, "Asha");
    for (let i = 0; i < 3; i++) await t.run(async (ctx) => await ctx.storage.store(new Blob(["stray"])));
    await t.mutation(internal.profiles.sweepPhotos, {});
    expect(await files(t)).toBe(4);

    vi.setSystemTime(Date.now() + 56 * MINUTE);
    await t.run(async (ctx) => await ctx.storage.store(new Blob(["young"])));
    await t.mutation(internal.profiles.sweepPhotos, {});
    expect(await files(t)).toBe(2);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("are looked at once: a sweep does not cost more when there are more of them", async () => {
    const t = setupTest();
    vi.useFakeTimers({ toFake: ["Date"] });
    const asha = await newcomer(t, "Asha");
    for (let i = 0; i < 40; i++) await t.run(async (ctx) => await keepAs(ctx, asha.userId));
    vi.setSystemTime(Date.now() + 56 * MINUTE);
    const first = await traced(async () => await t.mutation(internal.profiles.sweepPhotos, {}));
    const second = await traced(async () => await t.mutation(internal.profiles.sweepPhotos, {}));

    expect(first.documents).toBeGreaterThanOrEqual(80);
    expect(second.documents).toBeLessThan(5);
    expect(await files(t)).toBe(40);
  });
});

describe("today's swipes on one's own page", () => {
  test("they come back when the festival day turns at four in the morning", async () => {
    const t = setupTest();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(new Date("2025-12-19T03:59:59+05:30"));
    const asha = await newcomer(t, "Asha");
    await t.mutation(internal.profiles.turnDay, {});
    const turn = Date.parse("2025-12-19T04:00:00+05:30");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ swipesRemaining: 5, swipesResetAt: turn });

    vi.setSystemTime(turn);
    await t.mutation(internal.profiles.turnDay, {});
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ swipesResetAt: turn + 24 * 60 * MINUTE });
    const days = await t.run(async (ctx) => await ctx.db.query("days").collect());
    expect(days.map(({ day }) => day)).toEqual([festivalDay(turn)]);
  });
});

test("nobody is told anybody's phone or address but the person themselves", async () => {
  const t = setupTest();
  const [asha, ravi] = [
    await applicant(t, "Asha"),
    await member(t, "Ravi", { gender: "male", phoneNumber: "+15550001111" }),
  ];
  const mona = await moderator(t);
  const seen = JSON.stringify([
    await mona.query(api.moderator.queue, {}),
    await mona.query(api.moderator.stats, {}),
    await (await signedIn(t, ravi.email)).query(api.profiles.me, {}),
  ]);

  for (const secret of [asha.email, "+919876543210"]) expect(seen).not.toContain(secret);
});

async function handIn(t: Product, person: Person, fields: Partial<ProfileInput> = {}): Promise<void> {
  const photoId = fields.photoId ?? (await pictureOf(t, person));
  await person.mutation(api.profiles.create, { profile: profileOf("Asha", { photoId, ...fields }) });
}

/** Sends the edit form of somebody called Asha. */
async function change(person: Person, fields: Partial<ProfileInput>): Promise<void> {
  await person.mutation(api.profiles.update, { profile: profileOf("Asha", fields) });
}

async function cardsOf(person: Person) {
  return (await person.query(api.swipes.deck, {})).profiles;
}

/** The path of the picture that somebody's own page shows. */
async function photoOf(person: Person): Promise<string> {
  const { photoURL } = await person.query(api.profiles.me, {});
  return photoURL === null ? "/no picture" : new URL(photoURL).pathname;
}

async function shownPhoto(t: Product, { userId }: Person): Promise<Id<"photos">> {
  const profiles = await t.run(async (ctx) => await ctx.db.query("profiles").collect());
  const photoId = profiles.find((profile) => profile.userId === userId)?.photoId;
  if (photoId === undefined) throw new Error("There is no picture");
  return photoId;
}

async function files(t: Product): Promise<number> {
  return await t.run(async (ctx) => (await ctx.db.system.query("_storage").collect()).length);
}

/** A picture that somebody shows, put in place directly. */
async function keepAs(ctx: { db: DatabaseWriter; storage: StorageActionWriter }, userId: Id<"users">): Promise<void> {
  const storageId = await ctx.storage.store(new Blob(["picture"]));
  await ctx.db.insert("photos", { userId, storageId, key: crypto.randomUUID(), used: true });
}
