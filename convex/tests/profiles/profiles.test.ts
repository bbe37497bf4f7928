import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { applicant, member, moderator, newcomer, signedIn, type Person } from "../../testing/people.testing";
import { setupTest, type Product } from "../../testing/product.testing";
import {
  phoneOf,
  photoOf,
  pictureOf,
  profileInput,
  shownPhoto,
  waitingVersion,
  type ProfileInput,
} from "../../testing/profiles.testing";

const HOUR = 3_600_000;

describe("submitting a profile", () => {
  test("it waits for a moderator, and its owner sees all of it", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ profileCompleted: false, photoURL: null, age: null });
    await submitProfile(t, asha, { course: " Physics ", year: "" });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      name: "Asha",
      age: 21,
      gender: "female",
      interestedIn: "everyone",
      phoneNumber: phoneOf("Asha"),
      instagramHandle: "asha.insta",
      course: "Physics",
      year: "",
      photoURL: expect.stringMatching(/^https:\/\/some-deployment\.convex\.cloud\/api\/storage\/./),
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
    await submitProfile(t, asha, { bio: "I changed my mind." });

    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ bio: "I changed my mind." }]);
    await expect(mona.mutation(api.moderator.decide, { id: first, approved: true })).rejects.toMatchObject({
      data: { code: "ALREADY_DECIDED" },
    });
    expect((await t.fetch(firstPhoto)).status).toBe(404);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ course: "" });
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 1, approved: 0 } });
  });

  test("the picture can stay when the rest changes", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    await submitProfile(t, asha, { photoId });
    await submitProfile(t, asha, { photoId, bio: "New words, same face." });

    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("the default interest is the other gender", async () => {
    const t = setupTest();
    const ravi = await applicant(t, "Ravi", { gender: "male", interestedIn: undefined });

    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ interestedIn: "female" });
  });

  const fillAll = "Please fill all fields and upload a profile picture";
  // The other sentences: `shared/forms.test.ts`.
  const cases: [string, Partial<Record<keyof ProfileInput, unknown>>, string][] = [
    ["a made-up picture", { photoId: "nonsense" }, fillAll],
    ["age 17", { age: 17 }, "Age must be between 18 and 30"],
    ["a phone in the name", { name: "Asha 98765-43210" }, "Please keep contact details out of your profile"],
  ];
  test.each(cases)("%s is refused and nothing changes", async (_, fields, message) => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    const profile = { ...profileInput("Asha", { photoId }), ...fields } as ProfileInput;

    await expect(asha.mutation(api.profiles.create, { profile })).rejects.toMatchObject({
      data: { code: "BAD_INPUT", message },
    });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ profileCompleted: false });
  });

  test.each([18, 30])("age %i is fine", async (years) => {
    const t = setupTest();
    await applicant(t, "Asha", { age: years });
  });

  test("text is trimmed, a handle may have its @, and an emoji counts once", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha", {
      name: "  Asha\u200b  K ",
      instagramHandle: "@asha.k",
      bio: "🎉".repeat(150),
    });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ name: "Asha K", instagramHandle: "asha.k" });
  });

  test("another person's picture is refused like an unknown one, and stays theirs", async () => {
    const t = setupTest();
    const [asha, mallory] = [await applicant(t, "Asha"), await newcomer(t, "Mallory")];
    const [shown, fresh] = [await shownPhoto(t, asha), await pictureOf(t, asha)];

    for (const photoId of [shown, fresh, asha.userId]) {
      await expect(
        mallory.mutation(api.profiles.create, { profile: profileInput("Mallory", { photoId }) }),
      ).rejects.toMatchObject({
        data: { code: "BAD_INPUT", message: fillAll },
      });
    }
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("a member, a rejected person, a moderator and a visitor cannot submit one", async () => {
    const t = setupTest();
    const [asha, ravi, mona] = [await member(t, "Asha"), await applicant(t, "Ravi"), await moderator(t)];
    await mona.mutation(api.moderator.decide, { id: await waitingVersion(t, ravi), approved: false });
    const profile = profileInput("Someone", { photoId: "x" });

    for (const person of [asha, ravi, mona]) {
      await expect(person.mutation(api.profiles.create, { profile })).rejects.toMatchObject({
        data: { code: "FORBIDDEN" },
      });
    }
    await expect(t.mutation(api.profiles.create, { profile })).rejects.toMatchObject({
      data: { code: "UNAUTHENTICATED" },
    });
  });

  test("the number of versions is limited", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    for (let i = 0; i < 15; i++) await submitProfile(t, asha, { photoId, bio: `Version ${i}` });

    await expect(submitProfile(t, asha, { photoId })).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
  });
});

describe("today's swipes in one's own profile", () => {
  test("they are reset when a festival day begins at four in the morning", async () => {
    const t = setupTest();
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.setSystemTime(new Date("2025-12-19T03:59:59+05:30"));
    const asha = await newcomer(t, "Asha");
    await t.mutation(internal.profiles.updateDay, {});
    const turn = Date.parse("2025-12-19T04:00:00+05:30");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ swipesRemaining: 5, swipesResetAt: turn });

    vi.setSystemTime(turn);
    await t.mutation(internal.profiles.updateDay, {});
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ swipesResetAt: turn + 24 * HOUR });
  });
});

test("only the person themselves sees their phone number and address", async () => {
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

  for (const secret of [asha.email, phoneOf("Asha")]) expect(seen).not.toContain(secret);
});

async function submitProfile(t: Product, person: Person, fields: Partial<ProfileInput> = {}): Promise<void> {
  const photoId = fields.photoId ?? (await pictureOf(t, person));
  await person.mutation(api.profiles.create, { profile: profileInput("Asha", { photoId, ...fields }) });
}
