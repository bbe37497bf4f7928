import { describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { deleteAccount, NEXT, reset } from "../../testing/auth.testing";
import { jump, MINUTE, HOUR, DAY } from "../../testing/clock.testing";
import {
  failMail,
  holdMail,
  loseMailAnswers,
  mailKeys,
  mailsTo,
  subjects,
  tokenFor,
} from "../../testing/mails.testing";
import { applicant, approve, member, newcomer, signedIn } from "../../testing/people.testing";
import { everyRow, runMailJob, type Product, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { queueMail } from "../../model/mails/mails";
import { pass } from "../../testing/phones.testing";

const office = "support@festival.test";
const letter = { name: "Asha", email: "asha@people.test", subject: "Lost wristband", message: "Where do I go?" };

describe("a mail", () => {
  test("is sent when its mutation commits, and then deleted", async ({ t }) => {
    const asha = await applicant(t, "Asha");
    await approve(t, asha);
    await runMailJob(t);

    expect(subjects(asha)).toEqual(["Your Festival Match profile is approved"]);
    expect(await waiting(t)).toBe(0);
  });

  test("does not delay the call that caused it", async ({ t }) => {
    const asha = await applicant(t, "Asha");
    let release = () => {};
    holdMail(new Promise<void>((resolve) => (release = resolve)));
    await approve(t, asha);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
    expect(subjects(asha)).toEqual([]);
    release();
    await runMailJob(t);

    expect(subjects(asha)).toHaveLength(1);
  });

  test.each([422, 500])("that the provider refuses with %i for an hour arrives once afterwards", async (status) => {
    const t = setupTest();
    const people = [await member(t, "Asha"), await member(t, "Ravi"), await member(t, "Meera")];
    await settled(t);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    jump();
    failMail(status);
    for (const person of people) await pay(t, person);
    await t.mutation(api.contact.send, letter);
    await t.action(api.auth.requestReset, { email: letter.email });
    await settled(t);
    await pass(t, HOUR, 5 * MINUTE);
    expect(people.flatMap(subjects).filter((subject) => subject.includes("receipt"))).toEqual([]);
    failMail(null);
    await pass(t, 2 * HOUR, 10 * MINUTE);

    for (const person of people)
      expect(subjects(person).filter((subject) => subject.includes("receipt"))).toHaveLength(1);
    expect(mailsTo(office)).toHaveLength(1);
    expect(tokenFor(letter.email)).toMatch(/^[0-9a-f]{64}$/);
    expect(await waiting(t)).toBe(0);
  });

  test("whose sending was interrupted is retried, and arrives once", async ({ t }) => {
    const asha = await member(t, "Asha");
    jump();
    const id = await t.run(async (ctx) => {
      await queueMail(ctx, { kind: "approval", userId: asha.userId });
      const [job] = await ctx.db.system.query("_scheduled_functions").order("desc").take(1);
      await ctx.scheduler.cancel(job!._id);
      return (await ctx.db.query("outbox").first())!._id;
    });
    const request = await t.mutation(internal.mails.next, { turn: null, ended: null });
    expect(request?.mails.map((mail) => mail.id)).toEqual([id]);
    await pass(t, HOUR, 5 * MINUTE);

    expect(subjects(asha)).toHaveLength(1);
  });

  test("whose response was lost arrives once, because the provider recognises its key", async ({ t }) => {
    const asha = await member(t, "Asha");
    await settled(t);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    jump();
    loseMailAnswers(4);
    await pay(t, asha);
    await settled(t);
    await pass(t, HOUR, 5 * MINUTE);

    expect(mailKeys(asha.email).filter((key) => key.startsWith("mail-")).length).toBeGreaterThan(1);
    expect(subjects(asha).filter((subject) => subject.includes("receipt"))).toHaveLength(1);
  });

  test("is given up after more than a day and twenty tries, with a link or without, and the log names no person", async ({
    t,
  }) => {
    const asha = await newcomer(t, "Asha");
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    jump();
    failMail(422);
    await t.mutation(api.contact.send, letter);
    await t.action(api.auth.requestReset, { email: asha.email });
    await settled(t);
    await pass(t, DAY, 30 * MINUTE);
    expect(await waiting(t)).toBe(2);
    await pass(t, DAY, 30 * MINUTE);

    expect(await waiting(t)).toBe(0);
    const givenUp = (kind: string) => [`Gave up the ${kind} mail: the service did not accept it in 20 tries.`];
    expect(logged.mock.calls.toSorted()).toEqual([givenUp("contact"), givenUp("reset")]);
  });

  test("to a person who deletes their account is deleted with it", async () => {
    const { t, asha } = await withUnsentReceipt();
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    await deleteAccount(asha);
    failMail(null);
    await settled(t);

    expect(subjects(asha).filter((subject) => subject.includes("receipt"))).toEqual([]);
    expect(await everyRow(t)).not.toContain(asha.userId);
  });

  test("is stored without an address while it waits", async () => {
    const { t, asha } = await withUnsentReceipt();
    await t.action(api.auth.requestReset, { email: asha.email });
    await settled(t);

    expect(await waiting(t)).toBe(2);
    expect(JSON.stringify(await outbox(t))).not.toContain("@");
  });
});

test("of several reset requests while the provider is down, only the newest leads to a mail, and its link works", async () => {
  const t = setupTest();
  const asha = await newcomer(t, "Asha");
  jump();
  failMail(500);
  for (let i = 0; i < 3; i++) await t.action(api.auth.requestReset, { email: asha.email });
  await settled(t);
  const jobs = await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect());
  const newest = (jobs.findLast(({ name }) => name === "mails:deliver")!.args[0] as { id: string }).id;
  failMail(null);
  await pass(t, 20 * MINUTE, 5 * MINUTE);

  expect(mailKeys(asha.email)).toEqual([expect.stringContaining(`mail-${newest}-`)]);
  expect(await reset(t, tokenFor(asha.email))).toBeNull();
  await signedIn(t, asha.email, NEXT);
});

/** Asha, whose receipt the mail provider refuses. */
async function withUnsentReceipt() {
  const t = setupTest();
  const asha = await member(t, "Asha");
  await settled(t);
  failMail(500);
  await pay(t, asha);
  return { t, asha };
}

/** Queues a receipt as a settled payment does. */
async function pay(t: Product, { userId }: { userId: Id<"users"> }): Promise<void> {
  const bought = { feature: "unlimited_swipes", amount: 9900, currency: "INR", orderId: "order_1", paidAt: 0 } as const;
  await t.run(async (ctx) => await queueMail(ctx, { kind: "receipt", userId, ...bought }));
}

async function outbox(t: Product) {
  return await rowsIn(t, "outbox");
}

async function waiting(t: Product): Promise<number> {
  return (await outbox(t)).length;
}
