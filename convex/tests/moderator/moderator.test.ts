import { describe, expect, test, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { codeFor } from "../../testing/mails.testing";
import {
  addressOf,
  applicant,
  member,
  moderator,
  newcomer,
  PASSWORD,
  signedIn,
  type Person,
} from "../../testing/people.testing";
import { setupTest, type Product } from "../../testing/product.testing";
import { phoneOf, pictureOf, profileInput, waitingVersion } from "../../testing/profiles.testing";

describe("the queue", () => {
  test("shows waiting profiles, oldest first, with everything a decision needs", async () => {
    const t = setupTest();
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
      photoURL: expect.stringContaining("/api/storage/"),
    });
  });

  test("shows fifty at most", async () => {
    const t = setupTest();
    const mona = await moderator(t);
    for (let i = 0; i < 51; i++) await applicant(t, `Guest ${i}`);

    expect(await mona.query(api.moderator.queue, {})).toHaveLength(50);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 51 } });
  });

  test("is for moderators only", async () => {
    const t = setupTest();
    const [asha, ravi] = [await member(t, "Asha"), await applicant(t, "Ravi")];
    const id = await waitingVersion(t, ravi);

    for (const person of [asha, ravi]) {
      await expect(person.query(api.moderator.queue, {})).rejects.toMatchObject(forbidden);
      await expect(person.query(api.moderator.stats, {})).rejects.toMatchObject(forbidden);
      await expect(person.mutation(api.moderator.decide, { id, approved: true })).rejects.toMatchObject(forbidden);
    }
    await expect(t.mutation(api.moderator.decide, { id, approved: true })).rejects.toMatchObject({
      data: { code: "UNAUTHENTICATED" },
    });
  });
});

describe("approving", () => {
  test("makes the person a member and takes them out of the queue", async () => {
    const t = setupTest();
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
    await decide(t, mona, asha, true);

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved", name: "Asha" });
    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect(await mona.query(api.moderator.stats, {})).toEqual({
      stats: { pending: 0, approved: 1 },
      recentActivity: [{ name: "Asha", moderationStatus: "approved" }],
    });
  });

  test("puts the person into the decks that they fit, and not before", async () => {
    const t = setupTest();
    const [asha, ravi] = [await applicant(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
    expect(await deckOf(ravi)).toEqual([]);
    await decide(t, await moderator(t), asha, true);

    expect(await deckOf(ravi)).toEqual(["Asha"]);
  });

  test("gives access to the members' functions, which a waiting person does not have", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha");
    await expect(asha.query(api.swipes.deck, {})).rejects.toMatchObject(forbidden);
    await expect((await newcomer(t, "Ravi")).query(api.swipes.deck, {})).rejects.toMatchObject(forbidden);
    await decide(t, await moderator(t), asha, true);

    expect(await deckOf(asha)).toEqual([]);
  });

  test("by two moderators at once: one decides and the other sees that it was decided", async () => {
    const t = setupTest();
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

  test("twice with the same decision counts once", async () => {
    const t = setupTest();
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
    const id = await decide(t, mona, asha, true);

    await expect(mona.mutation(api.moderator.decide, { id, approved: true })).rejects.toMatchObject({
      data: { code: "ALREADY_DECIDED" },
    });
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 0, approved: 1 } });
  });

  test("an unknown version cannot be processed", async () => {
    const t = setupTest();
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
    const id = await waitingVersion(t, asha);
    await t.run(async (ctx) => await ctx.db.delete("submissions", id));

    await expect(mona.mutation(api.moderator.decide, { id, approved: true })).rejects.toMatchObject({
      data: { code: "NOT_FOUND", message: "Failed to process profile" },
    });
  });
});

test("a version whose picture is gone cannot be approved, and keeps waiting", async () => {
  const t = setupTest();
  const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];
  const id = await waitingVersion(t, asha);
  await t.run(async (ctx) => await ctx.db.delete("photos", (await ctx.db.get("submissions", id))!.photoIds![0]!));

  await expect(mona.mutation(api.moderator.decide, { id, approved: true })).rejects.toMatchObject({
    data: { code: "NOT_FOUND", message: "Failed to process profile" },
  });
  expect(await waitingVersion(t, asha)).toBe(id);
  expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "pending" });
});

describe("Reject & Delete", () => {
  test("deletes profile and picture, and the person sees the reason and nothing else", async () => {
    const t = setupTest();
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

  test("ends the person's access", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha");
    await decide(t, await moderator(t), asha, false);

    await expect(asha.mutation(api.profiles.create, { profile: profileInput("Asha") })).rejects.toMatchObject(
      forbidden,
    );
    await expect(asha.action(api.profiles.uploadPhoto, { image: png, contentType: "image/png" })).rejects.toMatchObject(
      forbidden,
    );
    await expect(asha.query(api.swipes.deck, {})).rejects.toMatchObject(forbidden);
  });

  test("they may sign up again three times, and not a fourth", async () => {
    const t = setupTest();
    vi.useFakeTimers({ toFake: ["Date"] });
    const mona = await moderator(t);
    let asha = await applicant(t, "Asha");
    expect(await mona.query(api.moderator.queue, {})).toMatchObject([{ knownBefore: [] }]);
    for (let again = 1; again <= 3; again++) {
      await decide(t, mona, asha, false, "No.");
      expect(await asha.query(api.profiles.me, {})).toMatchObject({ maySignUpAgain: true });
      const before = asha;
      asha = await signUpAgain(t, `another password ${again}`);

      await expect(before.query(api.profiles.me, {})).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
      await expect(signedIn(t, asha.email, PASSWORD)).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
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
    expect(await asha.query(api.profiles.me, {}), "and they are told").toMatchObject({ maySignUpAgain: false });
    vi.setSystemTime(Date.now() + 3_600_000);

    await expect(t.action(api.auth.sendOtp, { email: asha.email })).rejects.toMatchObject({
      data: { code: "ALREADY_VERIFIED" },
    });
  });

  test("an account that was not rejected cannot sign up again", async () => {
    const t = setupTest();
    const ravi = await newcomer(t, "Ravi");
    await expect(t.action(api.auth.sendOtp, { email: ravi.email })).rejects.toMatchObject({
      data: { code: "ALREADY_VERIFIED" },
    });
  });

  test("the length of a reason is limited", async () => {
    const t = setupTest();
    const [asha, mona] = [await applicant(t, "Asha"), await moderator(t)];

    await expect(decide(t, mona, asha, false, "x".repeat(301))).rejects.toMatchObject({ data: { code: "BAD_INPUT" } });
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "pending" });
  });
});

test("the latest ten decisions are shown, newest first", async () => {
  const t = setupTest();
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

test.each(["no address", ""])("no moderator is created for %j", async (email) => {
  const t = setupTest();
  await expect(t.action(internal.moderator.create, { email, password: PASSWORD })).rejects.toMatchObject({
    data: { code: "BAD_INPUT" },
  });
});

test("no moderator is created with a weak password", async () => {
  const t = setupTest();
  await expect(t.action(internal.moderator.create, { email: addressOf("Mona"), password: "" })).rejects.toMatchObject({
    data: { code: "BAD_INPUT" },
  });
});

const forbidden = { data: { code: "FORBIDDEN" } };
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]).buffer;

async function decide(t: Product, mona: Person, person: Person, approved: boolean, reason?: string) {
  const id = await waitingVersion(t, person);
  await mona.mutation(api.moderator.decide, { id, approved, reason });
  return id;
}

async function deckOf(person: Person): Promise<string[]> {
  return (await person.query(api.swipes.deck, {})).profiles.map(({ name }) => name);
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
