import { describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { codeFor } from "../../testing/mails.testing";
import { addressOf, applicant, moderator, PASSWORD, signedIn, type Person } from "../../testing/people.testing";
import { type Product, setupTest, test } from "../../testing/product.testing";
import { phoneOf, pictureOf, profileInput, waitingVersion } from "../../testing/profiles.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("the queue", () => {
  test("shows waiting profiles, oldest first, with everything a decision needs", async ({ t }) => {
    const mona = await moderator(t);
    await applicant(t, "Asha", { hobbies: ["Chess ♟️"], drinking: "Socially" });
    await applicant(t, "Ravi", { gender: "male" });
    const queue = await mona.query(api.moderator.queue, {});

    expect(queue.map(({ name }) => name)).toEqual(["Asha", "Ravi"]);
    expect(queue[0]).toMatchObject({
      kind: "new",
      age: 21,
      gender: "female",
      bio: "Asha likes late concerts.",
      instagramHandle: "asha.insta",
      hobbies: ["Chess ♟️"],
      drinking: "Socially",
      smoking: "Never",
      photoURL: expect.stringContaining("/api/storage/"),
    });
  });
});

describe("approving", () => {
  test("makes the person a member and takes them out of the queue", async ({ t }) => {
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
    await decide(t, mona, asha, true);

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved", name: "Asha" });
    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect(await mona.query(api.moderator.stats, {})).toEqual({
      stats: { pending: 0, approved: 1 },
      recentActivity: [{ name: "Asha", moderationStatus: "approved" }],
    });
  });

  test("while a colleague rejects: one of them decides, and the other is refused as already decided", async ({ t }) => {
    const [asha, mona, nils] = [await applicant(t, "Asha"), await moderator(t), await moderator(t, "Nils")];
    const id = await waitingVersion(t, asha);
    const both = await Promise.allSettled([
      mona.mutation(api.moderator.decide, { id, approved: true }),
      nils.mutation(api.moderator.decide, { id, approved: false }),
    ]);

    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { data: { code: "ALREADY_DECIDED" } },
    });
    expect((await mona.query(api.moderator.stats, {})).recentActivity).toHaveLength(1);
  });

  test("an unknown version is refused", async ({ t }) => {
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
    const id = await waitingVersion(t, asha);
    await t.run(async (ctx) => await ctx.db.delete("submissions", id));

    await expectRefusal(
      mona.mutation(api.moderator.decide, { id, approved: true }),
      "NOT_FOUND",
      "Failed to process profile",
    );
  });
});

test("a version whose picture is gone cannot be approved, and keeps waiting", async ({ t }) => {
  const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
  const id = await waitingVersion(t, asha);
  await t.run(async (ctx) => await ctx.db.delete("photos", (await ctx.db.get("submissions", id))!.photoIds![0]!));

  await expectRefusal(
    mona.mutation(api.moderator.decide, { id, approved: true }),
    "NOT_FOUND",
    "Failed to process profile",
  );
  expect(await waitingVersion(t, asha)).toBe(id);
  expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "pending" });
});

describe("Reject & Delete", () => {
  test("deletes the profile and its picture, and the person then sees only the reason", async ({ t }) => {
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
    const { photoURL } = await asha.query(api.profiles.me, {});
    await decide(t, mona, asha, false, " Please show your face. ");

    expect(await asha.query(api.profiles.me, {})).toMatchObject({
      moderationStatus: "rejected",
      rejectionReason: "Please show your face.",
      profileCompleted: false,
      name: "",
      phoneNumber: "",
      photoURL: null,
    });
    expect((await t.fetch(new URL(String(photoURL)).pathname)).status).toBe(404);
    expect(await t.run(async (ctx) => await ctx.db.system.query("_storage").collect())).toEqual([]);
    expect(await stored(t)).not.toMatch(new RegExp(`late concerts|asha\\.insta|${phoneOf("Asha").slice(3)}`));
    expect(await mona.query(api.moderator.stats, {})).toEqual({
      stats: { pending: 0, approved: 0 },
      recentActivity: [{ name: "Asha", moderationStatus: "rejected" }],
    });
  });

  test("lets the person sign up again three times, and not a fourth", async ({ t }) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const mona = await moderator(t);
    let asha = await applicant(t, "Asha");
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ knownBefore: [] }]);
    for (let again = 1; again <= 3; again++) {
      await decide(t, mona, asha, false, "No.");
      expect(await asha.query(api.profiles.me, {})).toMatchObject({ maySignUpAgain: true });
      const before = asha;
      asha = await signUpAgain(t, `another password ${again}`);

      await expectRefusal(before.query(api.profiles.me, {}), "UNAUTHENTICATED");
      await expectRefusal(signedIn(t, asha.email, PASSWORD), "UNAUTHENTICATED");
      expect(await asha.query(api.profiles.me, {})).toMatchObject({
        moderationStatus: "pending",
        rejectionReason: null,
        maySignUpAgain: false,
      });
      const photoId = await pictureOf(t, asha);
      await asha.mutation(api.profiles.create, { profile: profileInput("Asha", { photoId }) });
      expect(await mona.query(api.moderator.queue, {})).toMatchObject([
        { knownBefore: [{ by: ["address"], what: "rejected" }] },
      ]);
    }
    await decide(t, mona, asha, false);
    expect(await asha.query(api.profiles.me, {}), "their own profile says so").toMatchObject({ maySignUpAgain: false });
    vi.setSystemTime(Date.now() + 3_600_000);

    await expectRefusal(t.action(api.auth.sendOtp, { email: asha.email }), "ALREADY_VERIFIED");
  });

  test("refuses a reason of more than 300 characters", async ({ t }) => {
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];

    await expectRefusal(decide(t, mona, asha, false, "x".repeat(301)), "BAD_INPUT");
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "pending" });
  });
});

test("the latest ten decisions are shown, newest first", async ({ t }) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const mona = await moderator(t);
  for (let i = 0; i < 12; i++) {
    await decide(t, mona, await applicant(t, `Guest ${i}`), i % 2 === 0);
    vi.setSystemTime(Date.now() + 1_000);
  }
  const { stats, recentActivity } = await mona.query(api.moderator.stats, {});

  expect(stats).toEqual({ pending: 0, approved: 6 });
  expect(recentActivity).toHaveLength(10);
  expect(recentActivity[0]).toEqual({ name: "Guest 11", moderationStatus: "rejected" });
});

test.each([
  ["no address", PASSWORD],
  ["", PASSWORD],
  [addressOf("Mona"), ""],
])("no moderator is created for the address %j with the password %j", async (email, password) => {
  await expectRefusal(setupTest().action(internal.moderator.create, { email, password }), "BAD_INPUT");
});

async function decide(t: Product, mona: Person, person: Person, approved: boolean, reason?: string) {
  const id = await waitingVersion(t, person);
  await mona.mutation(api.moderator.decide, { id, approved, reason });
  return id;
}

async function signUpAgain(t: Product, password: string): Promise<Person> {
  const email = addressOf("Asha");
  vi.setSystemTime(Date.now() + 20 * 60_000);
  await t.action(api.auth.sendOtp, { email });
  await t.action(api.auth.verifyOtp, { email, otp: codeFor(email), password });
  return await signedIn(t, email, password);
}

/** All rows of the tables of profiles, as text. */
async function stored(t: Product): Promise<string> {
  return JSON.stringify(
    await t.run(async (ctx) => [
      await ctx.db.query("profiles").collect(),
      await ctx.db.query("submissions").collect(),
      await ctx.db.query("photos").collect(),
      await ctx.db.query("users").collect(),
    ]),
  );
}
