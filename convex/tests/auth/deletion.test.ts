import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { deleteAccount, scheduled } from "../../testing/auth.testing";
import { say } from "../../testing/chat.testing";
import { buys, likes, man, match, woman, pair } from "../../testing/crowd.testing";
import { applicant, member, moderator, organiser, signsUp, signedIn, type Person } from "../../testing/people.testing";
import { counters, everyRow, type Product, rowsIn, settled, test } from "../../testing/product.testing";
import { FILES_EACH, files, pictureOf, profileInput, waitingVersion } from "../../testing/profiles.testing";
import { block, file } from "../../testing/reports.testing";
import { expectRefusal } from "../../testing/refusals.testing";
import { deckOf, matchesOf } from "../../testing/views.testing";

describe("deleting an account", () => {
  const phrases = [
    "",
    "delete my account",
    "Delete my acc",
    " delete my acc",
    "delete my acc\n",
    "delete  my acc",
    "delete my acc\u200b",
  ];

  test("needs the exact phrase, and otherwise changes nothing", async ({ t }) => {
    const asha = await member(t, "Asha");
    const before = await everyRow(t);
    for (const verificationText of phrases)
      await expectRefusal(
        asha.mutation(api.auth.deleteAccount, { verificationText }),
        "BAD_INPUT",
        'Please type "delete my acc" to confirm',
      );
    expect(await everyRow(t)).toBe(before);
  });

  test("works without a profile, and takes a waiting profile out of the queue", async ({ t }) => {
    const mona = await moderator(t);
    const [asha, ravi] = [await signsUp(t, "Asha"), await applicant(t, "Ravi")];
    const id = await waitingVersion(t, ravi);
    await deleteAccount(asha);
    await deleteAccount(ravi);

    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect(await mona.query(api.moderator.stats, {})).toMatchObject({ stats: { pending: 0, approved: 0 } });
    await expectRefusal(mona.mutation(api.moderator.decide, { id, approved: true }), "NOT_FOUND");
  });

  test("ends every session on every device at once, and the password no longer signs in", async ({ t }) => {
    const { email: address } = await member(t, "Asha");
    const [phone, laptop] = [await signedIn(t, address), await signedIn(t, address)];
    await deleteAccount(phone);

    for (const device of [phone, laptop]) {
      await expectRefusal(device.query(api.profiles.me, {}), "UNAUTHENTICATED");
      await expectRefusal(device.query(api.matches.list, {}), "UNAUTHENTICATED");
      await expectRefusal(deleteAccount(device), "UNAUTHENTICATED");
      expect(await t.action(api.auth.signIn, { refreshToken: device.refreshToken })).toEqual({ tokens: null });
    }
    await expectRefusal(signedIn(t, phone.email), { message: "Failed to login" });
  });

  test("leaves nothing of the person in any table, file, counter or scheduled job", async ({ t }) => {
    const [asha, ravi] = [await everythingOf(t), await man(t, "Ravi")];
    const matchId = await match(asha, ravi);
    await asha.mutation(api.chat.look, { matchId, open: true });
    await ravi.mutation(api.chat.look, { matchId, open: true });
    await asha.mutation(api.chat.typing, { matchId });
    await asha.mutation(api.matches.markLikesSeen, {});
    await say(asha, matchId, WORDS);
    await say(ravi, matchId, "Canary, is that you?");
    await leavesNothing(t, asha, WORDS);

    // Only the pictures of the other person remain.
    expect(await files(t)).toBe(FILES_EACH);
    expect(new Set(await counters(t))).toEqual(new Set([ravi.userId]));
  });

  test("leaves only hashes of a person who was blocked and whose reports are decided", async ({ t }) => {
    const [asha, ravi, kabir] = [await everythingOf(t), await man(t, "Ravi"), await man(t, "Kabir")];
    await match(asha, ravi);
    await block(ravi, asha);
    await file(kabir, asha, "She is rude.");
    await file(asha, kabir);
    const desk = await moderator(t);
    const [reported] = await desk.query(api.moderator.reports, {});
    await desk.mutation(api.moderator.dismiss, { id: reported!._id });
    await (await organiser(t)).action(api.people.exportData, { userId: asha.userId, reason: "Her mail of today." });
    await leavesNothing(t, asha, "She is rude.", "Her mail of today.");

    expect(await files(t)).toBe(2 * FILES_EACH);
    const [former] = await rowsIn(t, "formerAccounts");
    const known = (await rowsIn(t, "identifiers")).filter(({ owner }) => owner === former?._id);
    expect(known.map(({ kind, hash }) => [kind, hash.length])).toEqual([
      ["handle", 32],
      ["phone", 32],
    ]);
  });

  test("keeps orders and decisions without their user, and marks an order paid later for a refund", async ({ t }) => {
    const asha = await member(t, "Asha");
    const orderId = await buys(t, asha, "unlimited_swipes");
    await t.mutation(internal.payments.open, { orderId: "order_open", userId: asha.userId, feature: "vip_boost" });
    await deleteAccount(asha);
    await t.mutation(internal.payments.settle, { orderId: "order_open" });

    const orders = await rowsIn(t, "orders");
    expect(orders).toMatchObject([
      { orderId, amount: 9900, status: "paid", paidAt: expect.any(Number) },
      { orderId: "order_open", amount: 5000, status: "refundDue" },
    ]);
    expect(orders.filter((order) => "userId" in order)).toEqual([]);
    const decisions = await rowsIn(t, "submissions");
    expect(decisions.map(({ _id, _creationTime, ...rest }) => rest)).toEqual([
      { kind: "new", status: "approved", decidedBy: (await moderator(t)).userId, decidedAt: expect.any(Number) },
    ]);
  });

  test("lowers the moderators' counts of waiting and approved profiles", async ({ t }) => {
    const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi")];
    await ravi.mutation(api.profiles.update, { profile: profileInput("Ravi", { bio: "Another one." }) });
    const counts = async () => (await (await moderator(t)).query(api.moderator.stats, {})).stats;
    expect(await counts()).toEqual({ pending: 1, approved: 2 });
    await deleteAccount(ravi);
    expect(await counts()).toEqual({ pending: 0, approved: 1 });
    await deleteAccount(asha);
    expect(await counts()).toEqual({ pending: 0, approved: 0 });
  });

  test("hides a person with a long history at once, and then deletes thousands of their rows", async () => {
    const { t, asha, ravi } = await pair();
    await match(asha, ravi);
    await longHistory(t, asha, ravi.userId);
    await deleteAccount(asha);
    expect([await matchesOf(ravi), await deckOf(ravi)]).toEqual([[], []]);
    await settled(t);

    const left = await everyRow(t);
    for (const canary of [asha.userId, asha.email]) expect(left).not.toContain(canary);
    expect(await scheduled(t)).not.toContain(asha.email);
    // Her own partings, and the partings of deleted accounts from her.
    expect(await rowsIn(t, "partings")).toHaveLength(3 * 400);
  });
});

/** What she writes to her match. */
const WORDS = "The line that she wrote to one alone";

/** Words that only this person uses. */
const secrets = {
  name: "Canary Wharf",
  bio: "The bio that is nowhere else",
  newBio: "The words that still wait",
  instagramHandle: "canary.insta",
  phoneNumber: "+491701234567",
  course: "Canary studies",
  message: "The message that is nowhere else",
};

/**
 * Creates a woman with a row in every table. Among them are a waiting change, an unused picture, a code's mail, a reset link, a message,
 * choices of mails and notifications, and a like to be mailed.
 */
async function everythingOf(t: Product): Promise<Person> {
  const { name, bio, newBio, instagramHandle, phoneNumber, course, message } = secrets;
  const fields = { name, bio, instagramHandle, phoneNumber, course };
  const person = await woman(t, "Asha", fields);
  await buys(t, person, "vip_boost");
  await likes(person, await man(t, "Omar"));
  await person.mutation(api.profiles.setMailWishes, { newLikes: true });
  await person.mutation(api.push.setSettings, { showNames: true });
  await likes(await man(t, "Dev"), person);
  const rows = [
    ...(await rowsIn(t, "mailSettings")),
    ...(await rowsIn(t, "pushSettings")),
    ...(await rowsIn(t, "likesToMail")),
  ];
  expect(rows).toMatchObject(Array(3).fill({ userId: person.userId }));
  const photoId = await pictureOf(t, person);
  await pictureOf(t, person);
  const profile = {
    ...profileInput(name, { ...fields, bio: newBio, photoId }),
    gender: "female",
    interestedIn: "male",
  };
  await person.mutation(api.profiles.update, { profile });
  await t.action(api.auth.requestReset, { email: person.email });
  await signedIn(t, person.email, "a wrong password").catch(() => undefined);
  await t.mutation(api.contact.send, { name, email: person.email, subject: "Hello", message });
  await settled(t);
  await removeHelpers(t);
  return person;
}

/** Deletes the accounts of people who are no longer needed. */
async function removeHelpers(t: Product): Promise<void> {
  for (const name of ["omar", "dev"]) await deleteAccount(await signedIn(t, `${name}@people.test`));
  await settled(t);
}

/** The keys and files of a person's pictures. */
async function picturesOf(t: Product, { userId }: Person): Promise<string[]> {
  const own = (await rowsIn(t, "photos")).filter((photo) => photo.userId === userId);
  return own.flatMap(({ _id, key, storageId, files: shown }) => [
    ...[_id, key, storageId],
    ...Object.values(shown ?? {}).flatMap((file) => [file.storageId, file.path]),
  ]);
}

/** Deletes an account. Checks that everything unique to this person was stored before and is gone after. */
async function leavesNothing(t: Product, person: Person, ...more: string[]): Promise<void> {
  const own = [person.email, person.userId, ...(await picturesOf(t, person))];
  const canaries = [...Object.values(secrets), ...own, ...more];
  const before = await everyRow(t);
  expect(canaries.filter((canary) => !before.includes(canary))).toEqual([]);
  await deleteAccount(person);
  await settled(t);

  const left = await everyRow(t);
  expect(canaries.filter((canary) => left.includes(canary))).toEqual([]);
  expect(await scheduled(t)).not.toContain(person.email);
}

/** Inserts thousands of decisions both ways, and hundreds of versions, pictures, partings and messages. */
async function longHistory(t: Product, { userId, email }: Person, other: Id<"users">): Promise<void> {
  const former = await t.run(async (ctx) =>
    ctx.db.insert("formerAccounts", { address: "somebody", rejections: 0, events: [] }),
  );
  for (let round = 0; round < 3; round++) {
    await t.run(async (ctx) => {
      for (let i = 0; i < 500; i++) {
        await ctx.db.insert("swipes", { from: userId, to: other, decision: "dislike" });
        await ctx.db.insert("swipes", { from: other, to: userId, decision: "like" });
      }
      for (let i = 0; i < 200; i++) {
        await ctx.db.insert("swipes", { from: userId, to: other, parted: "blocked" });
        await ctx.db.insert("partings", { former, other: userId, parted: "blocker" });
      }
      for (let i = 0; i < 50; i++) {
        await ctx.db.insert("contactMessages", { name: "A", email, subject: "Hello", message: "Hello" });
      }
      for (let i = 0; i < 100; i++) {
        await ctx.db.insert("submissions", { userId, kind: "edit", status: "superseded" });
        const storageId = await ctx.storage.store(new Blob(["x"]));
        await ctx.db.insert("photos", { userId, storageId, key: crypto.randomUUID(), used: true });
      }
    });
  }
}
