import { expect } from "vitest";
import { api, internal } from "../_generated/api";
import { woman } from "../testing/crowd.testing";
import { holdTimers, runScheduled } from "../testing/clock.testing";
import { mailsTo } from "../testing/mails.testing";
import { approve, signedIn } from "../testing/people.testing";
import { type Product, rowsIn, setupTest, test } from "../testing/product.testing";
import { pictureOf, profileInput } from "../testing/profiles.testing";
import { deckOf } from "../testing/views.testing";

const demos = ["a.one@demo.invalid", "b.two@demo.invalid"];

test("demo people are in decks once a moderator has approved them, and get no mail", async () => {
  holdTimers();
  const t = setupTest();
  const asha = await woman(t, "Asha");
  await rehearse(t);
  await runScheduled(t);

  expect(await deckOf(asha)).toEqual(["Demo", "Demo"]);
  expect(demos.flatMap((email) => mailsTo(email))).toEqual([]);
});

test("creating demo people again keeps their accounts and sets a new password", async ({ t }) => {
  const first = await t.action(internal.demo.makeAccounts, { emails: demos });
  const second = await t.action(internal.demo.makeAccounts, { emails: demos });

  await expect(signedIn(t, demos[0]!, first.password)).rejects.toThrow();
  for (const email of demos) await signedIn(t, email, second.password);
  expect(await rowsIn(t, "users")).toHaveLength(2);
});

test("a second run of the demo lists the demo people without a profile", async ({ t }) => {
  const [complete, halfway] = [demos[0]!, demos[1]!];
  const { password, withoutProfile } = await t.action(internal.demo.makeAccounts, { emails: demos });
  expect(withoutProfile).toEqual(demos);
  await createProfile(t, complete, password);

  const emails = [complete, halfway, "c.three@demo.invalid"];
  const again = await t.action(internal.demo.makeAccounts, { emails });
  expect(again.withoutProfile).toEqual([halfway, "c.three@demo.invalid"]);
});

test("only demo addresses are accepted, and removing demo people removes nobody else", async ({ t }) => {
  const asha = await woman(t, "Asha");
  const emails = ["ravi@college.edu", "ravi@demo.invalid.college.edu", "demo.invalid@college.edu"];
  for (const email of emails)
    await expect(t.action(internal.demo.makeAccounts, { emails: [...demos, email] })).rejects.toThrow("demo people");
  const staff = { email: "mona@demo.invalid", password: "Correct horse 7!" };
  await t.action(internal.moderator.create, staff);
  const before = (await rowsIn(t, "users")).map(({ _id }) => _id);
  await rehearse(t);

  expect(await t.action(internal.demo.removeAll, {})).toBe(2);
  const left = (await rowsIn(t, "users")).map(({ email }) => email);
  expect((await rowsIn(t, "users")).map(({ _id }) => _id)).toEqual(expect.arrayContaining(before));
  expect(left.filter((email) => demos.includes(email))).toEqual([]);
  expect(await deckOf(asha)).toEqual([]);
  expect(await t.action(internal.demo.removeAll, {})).toBe(0);
});

test("more demo people than one transaction can remove are all removed", async ({ t }) => {
  const many = Array.from({ length: 12 }, (_, n) => `number.${String(n)}@demo.invalid`);
  await t.action(internal.demo.makeAccounts, { emails: many });
  expect(await t.action(internal.demo.removeAll, {})).toBe(12);
  expect(await rowsIn(t, "users")).toEqual([]);
});

async function rehearse(t: Product) {
  const { password } = await t.action(internal.demo.makeAccounts, { emails: demos });
  for (const email of demos) await approve(t, await createProfile(t, email, password));
}

async function createProfile(t: Product, email: string, password: string) {
  const demo = await signedIn(t, email, password);
  const photoId = await pictureOf(t, demo);
  await demo.mutation(api.profiles.create, { profile: profileInput("Demo", { photoId, gender: "male" }) });
  return demo;
}
