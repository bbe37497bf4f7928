import { expect } from "vitest";
import { api } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { say } from "../../testing/chat.testing";
import { freeze, pass } from "../../testing/clock.testing";
import { disappears, dislikes, likes, man, match, woman, pair } from "../../testing/crowd.testing";
import { applicant, approve, organiser, moderator, type Person } from "../../testing/people.testing";
import { rowsIn, setupTest, test } from "../../testing/product.testing";
import { phoneOf, pictureOf, waitingVersion } from "../../testing/profiles.testing";
import { block, file, report } from "../../testing/reports.testing";
import { limits } from "../../shared/limits";
import { expectRefusal } from "../../testing/refusals.testing";

type Data = Record<string, unknown[]> & { account: object; profile: object };

test("a person's export has their account, profile, photos, swipes, reports and versions, and nothing of others", async () => {
  const t = setupTest();
  const [asha, ravi, omar] = [await woman(t, "Asha"), await man(t, "Ravi"), await man(t, "Omar")];
  const matchId = await match(asha, ravi);
  await say(asha, matchId, "I stand left of the second stage.");
  await say(ravi, matchId, "I am the one with the red hat.");
  await likes(asha, omar);
  await report(asha, omar, { kind: "fake", reason: "He is somebody else." });
  await file(ravi, asha, "She never answers.");
  const data = await dataOf(asha);

  expect(data).toMatchObject({
    account: { id: asha.userId, email: asha.email, status: "approved" },
    profile: { name: "Asha", phoneNumber: phoneOf("Asha"), instagramHandle: "asha.insta" },
    photos: [{ file: expect.stringMatching(/^data:image\/webp;base64,[\w+/=]+$/) }],
    swipes: [{ decision: "like" }, { decision: "like" }],
    reports: [{ kind: "fake", reason: "He is somebody else." }],
    versions: [{ kind: "new", status: "approved" }],
  });
  expect(data.messages, "the report ended the match and its messages").toEqual([]);
  const all = JSON.stringify(data);
  for (const other of ["Ravi", "Omar", ravi.userId, omar.userId, "red hat", "never answers"]) {
    expect(all).not.toContain(other);
  }
});

test("a person's export has their own messages of a match, and not the other person's", async () => {
  const { asha, ravi } = await pair();
  const matchId = await match(asha, ravi);
  for (const text of ["I stand left of the second stage.", "With a blue scarf around my neck."]) {
    await say(asha, matchId, text);
    await say(ravi, matchId, `Heard: ${text.length} letters of yours.`);
  }
  expect((await dataOf(asha)).messages).toMatchObject([
    { conversation: 1, text: "I stand left of the second stage." },
    { conversation: 1, text: "With a blue scarf around my neck." },
  ]);
});

test("the time of a swipe in an export is the person's decision, even if the other person blocked them before", async () => {
  const { asha, ravi } = await pair();
  freeze();
  await block(ravi, asha);
  pass(3_600_000);
  await dislikes(asha, ravi);
  expect((await dataOf(asha)).swipes).toEqual([{ decision: "dislike", at: new Date().toISOString() }]);
});

test("a hidden person's export says that they are approved, and has no note between moderators", async ({ t }) => {
  const asha = await applicant(t, "Asha");
  const desk = await moderator(t);
  const id = await waitingVersion(t, asha);
  await desk.mutation(api.moderator.decide, { id, approved: true, reason: "Looks young, I asked for her pass." });
  await disappears(t, asha);
  const data = await dataOf(asha);
  expect(data).toMatchObject({ account: { status: "approved" }, versions: [{ status: "approved" }] });
  expect(JSON.stringify(data)).not.toMatch(/hidden|Looks young/);
});

test("an organiser's export has no chat messages, and says so", async ({ t }) => {
  const [desk, asha, ravi] = [await organiser(t), await woman(t, "Asha"), await man(t, "Ravi")];
  await say(asha, await match(asha, ravi), "I stand left of the second stage.");
  const made = await desk.action(api.people.exportData, { userId: asha.userId, reason: "Her mail of today." });
  expect(JSON.parse(made)).toMatchObject({ messages: [], messagesLeftOut: true, profile: { name: "Asha" } });
  expect(made).not.toContain("second stage");
});

test("an organiser can export a person's data, which is logged in the trail", async ({ t }) => {
  const [desk, asha] = [await organiser(t), await woman(t, "Asha")];
  const { userId } = asha;
  const data = JSON.parse(await desk.action(api.people.exportData, { userId, reason: "Her mail of today." })) as Data;
  expect(data).toMatchObject({ account: { email: asha.email } });
  expect((await rowsIn(t, "rulings")).at(-1)).toMatchObject({ ruling: "exported", reason: "Her mail of today." });
  expect((await rowsIn(t, "incidents")).at(-1)).toMatchObject({ what: "exported", by: desk.userId, about: userId });
});

test("a person can export their own data three times a day", async ({ t }) => {
  const asha = await woman(t, "Asha");
  for (let n = 0; n < 3; n += 1) await dataOf(asha);
  await expectRefusal(dataOf(asha), "TOO_MANY_TRIES");
});

test("an export has the photos of the profile and of the waiting change, and none that only a report or no form uses", async () => {
  const { t, asha, ravi } = await pair();
  await file(asha, ravi);
  await ravi.mutation(api.profiles.update, { profile: { photoId: await pictureOf(t, ravi) } });
  await approve(t, ravi);
  expect((await dataOf(ravi)).photos).toHaveLength(1);
  await ravi.mutation(api.profiles.update, { profile: { photoId: await pictureOf(t, ravi) } });
  for (let i = 0; i < 3; i += 1) await pictureOf(t, ravi);
  expect((await dataOf(ravi)).photos).toHaveLength(2);
});

test("an export stays within the 16 MiB that a function may return, however much a person wrote in Hindi in one conversation", async () => {
  const { t, asha, ravi } = await pair();
  await say(asha, await match(asha, ravi), "नमस्ते");
  const [{ _id, _creationTime, ...row }] = (await rowsIn(t, "chatMessages")) as [Doc<"chatMessages">];
  // Each row stands for ten messages.
  const text = "न".repeat(10 * limits.messageMax);
  for (const half of ["first", "second"]) {
    await t.run(async ({ db }) => {
      for (let i = 0; i < 600; i += 1) await db.insert("chatMessages", { ...row, key: `${half} ${i}`, text });
    });
  }
  const made = await asha.action(api.profiles.exportMine, {});
  expect(Buffer.byteLength(made)).toBeLessThan(16 * 1024 * 1024);
  expect(JSON.parse(made)).toMatchObject({ messagesLeftOut: true });
});

async function dataOf(person: Person): Promise<Data> {
  return JSON.parse(await person.action(api.profiles.exportMine, {})) as Data;
}
