import { describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { applicant, moderator, newcomer, type Person } from "../../testing/people.testing";
import { type Product, setupTest, test } from "../../testing/product.testing";
import {
  phoneOf,
  photoOf,
  pictureOf,
  profileInput,
  shownPhoto,
  waitingVersion,
  type ProfileInput,
} from "../../testing/profiles.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { HOUR } from "../../testing/clock.testing";

describe("a submitted profile", () => {
  test("waits for a moderator, and its owner sees all of it", async ({ t }) => {
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

  test("is replaced by a newer version, after which it can no longer be decided and its picture is gone", async () => {
    const t = setupTest();
    const [asha, mona] = [await applicant(t, "Asha", { course: "Physics" }), await moderator(t)];
    const [first, firstPhoto] = [await waitingVersion(t, asha), await photoOf(asha)];
    await submitProfile(t, asha, { bio: "I changed my mind." });

    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ bio: "I changed my mind." }]);
    await expectRefusal(mona.mutation(api.moderator.decide, { id: first, approved: true }), "ALREADY_DECIDED");
    expect((await t.fetch(firstPhoto)).status).toBe(404);
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ course: "" });
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 1, approved: 0 } });
  });

  test("can keep its picture when the rest changes", async ({ t }) => {
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    await submitProfile(t, asha, { photoId });
    await submitProfile(t, asha, { photoId, bio: "New words, same face." });

    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("without an interest gets the other gender", async ({ t }) => {
    const ravi = await applicant(t, "Ravi", { gender: "male", interestedIn: undefined });

    expect(await ravi.query(api.profiles.me, {})).toMatchObject({ interestedIn: "female" });
  });

  const fillAll = "Please fill all fields and upload a profile picture";
  // The other sentences: `shared/forms.test.ts`.
  const cases: [string, Partial<Record<keyof ProfileInput, unknown>>, string][] = [
    ["a made-up picture", { photoId: "nonsense" }, fillAll],
    ["age 17", { age: 17 }, "Age must be between 18 and 30"],
  ];
  test.each(cases)("with %s is refused, and nothing changes", async (_, fields, message) => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    const profile = { ...profileInput("Asha", { photoId }), ...fields } as ProfileInput;

    await expectRefusal(asha.mutation(api.profiles.create, { profile }), "BAD_INPUT", message);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ profileCompleted: false });
  });

  test("has its text trimmed and the @ of its handle removed, and an emoji counts as one character", async ({ t }) => {
    const asha = await applicant(t, "Asha", {
      name: "  Asha\u200b  K ",
      instagramHandle: "@asha.k",
      bio: "🎉".repeat(150),
    });

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ name: "Asha K", instagramHandle: "asha.k" });
  });

  test("cannot have another person's picture, which is refused like an unknown one and stays theirs", async ({ t }) => {
    const [asha, mallory] = [await applicant(t, "Asha"), await newcomer(t, "Mallory")];
    const [shown, fresh] = [await shownPhoto(t, asha), await pictureOf(t, asha)];

    for (const photoId of [shown, fresh, asha.userId]) {
      await expectRefusal(
        mallory.mutation(api.profiles.create, { profile: profileInput("Mallory", { photoId }) }),
        "BAD_INPUT",
        fillAll,
      );
    }
    expect((await t.fetch(await photoOf(asha))).status).toBe(200);
  });

  test("can be sent fifteen times in a row, and not a sixteenth time", async ({ t }) => {
    const asha = await newcomer(t, "Asha");
    const photoId = await pictureOf(t, asha);
    for (let i = 0; i < 15; i++) await submitProfile(t, asha, { photoId, bio: `Version ${i}` });

    await expectRefusal(submitProfile(t, asha, { photoId }), "TOO_MANY_TRIES");
  });
});

describe("today's swipes in a person's own profile", () => {
  test("name their next reset, at four in the morning, when the next festival day begins", async ({ t }) => {
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

async function submitProfile(t: Product, person: Person, fields: Partial<ProfileInput> = {}): Promise<void> {
  const photoId = fields.photoId ?? (await pictureOf(t, person));
  await person.mutation(api.profiles.create, { profile: profileInput("Asha", { photoId, ...fields }) });
}
