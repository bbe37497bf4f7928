import { afterEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { queueMail } from "./model/mails";
import {
  approve,
  applicant,
  breakMail,
  everyRow,
  holdMail,
  loseMailAnswers,
  mailKeys,
  mailsTo,
  member,
  moderator,
  newcomer,
  settled,
  setupTest,
  tokenFor,
  waitingVersion,
  type Person,
  type Product,
} from "./people.testing";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const office = "support@festival.test";
const letter = { name: "Asha", email: "asha@people.test", subject: "Lost wristband", message: "Where do I go?" };

afterEach(() => {
  vi.useRealTimers();
});

describe("a mail", () => {
  test("leaves when what it tells of is done, and nothing of it is kept", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha");
    await approve(t, asha);
    await settled(t);

    expect(subjects(asha)).toEqual(["Your Festival Match profile is approved"]);
    expect(await waiting(t)).toBe(0);
  });

  test("does not leave when it is not done", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha");
    const id = await waitingVersion(t, asha);
    const reason = "x".repeat(301);
    const refused = (await moderator(t)).mutation(api.moderator.decide, { id, approved: false, reason });
    await expect(refused).rejects.toMatchObject({ data: { code: "BAD_INPUT" } });
    await settled(t);

    expect([subjects(asha), await waiting(t)]).toEqual([[], 0]);
  });

  test("is out of the way of whoever caused it", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha");
    let release = () => {};
    holdMail(new Promise<void>((resolve) => (release = resolve)));
    await approve(t, asha);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ moderationStatus: "approved" });
    expect(subjects(asha)).toEqual([]);
    release();
    await settled(t);

    expect(subjects(asha)).toHaveLength(1);
  });

  test.each([422, 429, 500, 401])(
    "that the provider refuses with %i for an hour arrives afterwards, once",
    async (status) => {
      const t = setupTest();
      const people = [await member(t, "Asha"), await member(t, "Ravi"), await member(t, "Meera")];
      await settled(t);
      vi.spyOn(console, "warn").mockImplementation(() => undefined);
      freeze();
      breakMail(status);
      for (const person of people) await pay(t, person);
      await t.mutation(api.contact.send, letter);
      await t.action(api.auth.requestReset, { email: letter.email });
      await settled(t);
      await pass(t, HOUR, 5 * MINUTE);
      expect(people.flatMap(subjects).filter((subject) => subject.includes("receipt"))).toEqual([]);
      breakMail(null);
      await pass(t, 2 * HOUR, 10 * MINUTE);

      for (const person of people)
        expect(subjects(person).filter((subject) => subject.includes("receipt"))).toHaveLength(1);
      expect(mailsTo(office)).toHaveLength(1);
      expect(tokenFor(letter.email)).toMatch(/^[0-9a-f]{64}$/);
      expect(await waiting(t)).toBe(0);
    },
  );

  test("whose try was cut off is tried again", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await settled(t);
    freeze();
    const id = await t.run(async (ctx) => {
      await queueMail(ctx, { kind: "approval", userId: asha.userId });
      const [job] = await ctx.db.system.query("_scheduled_functions").order("desc").take(1);
      await ctx.scheduler.cancel(job!._id);
      return (await ctx.db.query("outbox").first())!._id;
    });
    await t.mutation(internal.contactMails.startTry, { id });
    await pass(t, HOUR, 5 * MINUTE);

    expect(subjects(asha)).toHaveLength(2);
  });

  test("of which only the answer got lost is known to the provider by its key", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await settled(t);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    freeze();
    loseMailAnswers(4);
    await pay(t, asha);
    await settled(t);
    await pass(t, HOUR, 5 * MINUTE);

    expect(mailKeys(asha.email).filter((key) => key.startsWith("mail-")).length).toBeGreaterThan(1);
    expect(subjects(asha).filter((subject) => subject.includes("receipt"))).toHaveLength(1);
  });

  test("is given up after a day, and that is said without naming anybody", async () => {
    const t = setupTest();
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    freeze();
    breakMail(422);
    await t.mutation(api.contact.send, letter);
    await settled(t);
    await pass(t, DAY, 30 * MINUTE);
    expect(await waiting(t)).toBe(1);
    await pass(t, DAY, 30 * MINUTE);

    expect(await waiting(t)).toBe(0);
    expect(said.mock.calls).toEqual([["A mail (contact) was given up: it was not taken 20 times."]]);
  });

  test("to somebody who deletes the account goes with it", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await settled(t);
    breakMail(500);
    await pay(t, asha);
    await asha.mutation(api.profiles.setMailWishes, { newLikes: true });
    await asha.mutation(api.auth.deleteAccount, { verificationText: "delete my acc" });
    breakMail(null);
    await settled(t);

    expect(subjects(asha).filter((subject) => subject.includes("receipt"))).toEqual([]);
    expect(await everyRow(t)).not.toContain(asha.userId);
  });

  test("keeps no address while it waits", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await settled(t);
    breakMail(500);
    await pay(t, asha);
    await t.action(api.auth.requestReset, { email: asha.email });
    await settled(t);

    expect(await waiting(t)).toBe(2);
    expect(JSON.stringify(await outbox(t))).not.toContain("@");
  });
});

test("of several links asked for while nothing can be mailed, only the newest arrives", async () => {
  const t = setupTest();
  const asha = await newcomer(t, "Asha");
  freeze();
  breakMail(500);
  for (let i = 0; i < 3; i++) await t.action(api.auth.requestReset, { email: asha.email });
  await settled(t);
  breakMail(null);
  await pass(t, HOUR, 5 * MINUTE);

  expect(subjects(asha).filter((subject) => subject.startsWith("Reset"))).toHaveLength(1);
});

describe("a moderator's decision is mailed:", () => {
  test("approved, with the way in", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await settled(t);

    expect(mailsTo(asha.email)[0]?.text).toContain("https://app.test/swipe");
  });

  test("rejected, with the reason and how often one may sign up again", async () => {
    const t = setupTest();
    freeze();
    for (const left of ["3 more times", "2 more times", "once more", "cannot sign up again"]) {
      const asha = await applicant(t, "Asha");
      await reject(t, asha, "No face <to> be seen.");
      await settled(t);
      const [mail] = mailsTo(asha.email);
      expect(mail).toMatchObject({ subject: "Your Festival Match profile was not approved" });
      expect(mail?.text).toContain("No face <to> be seen.");
      expect(mail?.text).toContain(left);
      vi.setSystemTime(Date.now() + HOUR);
    }
  });

  test("a change that was rejected, but not one that was approved", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await settled(t);
    const before = mailsTo(asha.email).length;
    await edit(asha, "First words.");
    await approve(t, asha);
    await settled(t);
    expect(mailsTo(asha.email)).toHaveLength(before);
    await edit(asha, "Other words.");
    await reject(t, asha);
    await settled(t);

    expect(mailsTo(asha.email)[0]?.subject).toBe("Your change to your Festival Match profile was not approved");
  });
});

describe("new likes are mailed", () => {
  test("to nobody who did not ask for it", async () => {
    const { t, asha, ravi } = await pair();
    await like(ravi, asha);
    await nextDay(t);

    expect(likeMails(asha)).toBe(0);
  });

  test("to whoever asked, once, without saying who", async () => {
    const { t, asha, ravi } = await pair();
    await wish(asha);
    await like(ravi, asha);
    await nextDay(t);
    await nextDay(t);

    expect(likeMails(asha)).toBe(1);
    expect(JSON.stringify(mailsTo(asha.email)[0])).not.toMatch(/ravi/i);
  });

  test("once a day at most", async () => {
    const { t, asha, ravi } = await pair();
    const meera = await member(t, "Meera");
    await settled(t);
    await wish(asha);
    await like(ravi, asha);
    await nextDay(t);
    await like(meera, asha);
    for (let hour = 0; hour < 22; hour++) {
      vi.setSystemTime(Date.now() + HOUR);
      await tell(t);
    }
    expect(likeMails(asha)).toBe(1);
    await nextDay(t);

    expect(likeMails(asha)).toBe(2);
  });

  test("no longer to whoever takes it back", async () => {
    const { t, asha, ravi } = await pair();
    await wish(asha);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ mailNewLikes: true });
    await wish(asha, false);
    expect(await asha.query(api.profiles.me, {})).toMatchObject({ mailNewLikes: false });
    await like(ravi, asha);
    await nextDay(t);

    expect(likeMails(asha)).toBe(0);
  });

  test("not when it was answered, taken away by a report, or came before they asked", async () => {
    const { t, asha, ravi } = await pair();
    const [meera, zoya] = [await member(t, "Meera"), await member(t, "Zoya")];
    await settled(t);
    await like(zoya, asha);
    await wish(asha);
    await like(ravi, asha);
    await asha.mutation(api.matches.respond, { profileId: ravi.userId, accepted: false });
    await like(meera, asha);
    await asha.mutation(api.reports.file, { reportedUserId: meera.userId, reason: "Rude." });
    await nextDay(t);

    expect(likeMails(asha)).toBe(0);
  });

  test("to everybody who asked, however many they are", async () => {
    const { t, asha, ravi } = await pair();
    await wish(asha);
    await like(ravi, asha);
    await t.run(async (ctx) => {
      const [wished] = await ctx.db.query("likeMails").collect();
      for (let i = 0; i < 120; i++) await ctx.db.insert("likeMails", { userId: ravi.userId, until: wished!.until });
      await ctx.db.delete("likeMails", wished!._id);
      await ctx.db.insert("likeMails", { userId: asha.userId, until: wished!.until });
    });
    await nextDay(t);

    expect(likeMails(asha)).toBe(1);
  });
});

async function pair() {
  const t = setupTest();
  const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
  await settled(t);
  freeze();
  return { t, asha, ravi };
}

async function like(who: Person, whom: Person): Promise<void> {
  vi.setSystemTime(Date.now() + 1_000);
  await who.mutation(api.swipes.swipe, { profileId: whom.userId, liked: true });
}

async function wish(who: Person, newLikes = true): Promise<void> {
  vi.setSystemTime(Date.now() + 1_000);
  await who.mutation(api.profiles.setMailWishes, { newLikes });
  vi.setSystemTime(Date.now() + 1_000);
}

async function tell(t: Product): Promise<void> {
  await t.mutation(internal.contactMails.tellOfLikes, {});
  await settled(t, MINUTE);
}

async function nextDay(t: Product): Promise<void> {
  vi.setSystemTime(Date.now() + DAY);
  await tell(t);
}

function likeMails(person: Person): number {
  return subjects(person).filter((subject) => subject === "You have new likes").length;
}

async function edit(person: Person, bio: string): Promise<void> {
  const { name, age, instagramHandle, phoneNumber, hobbies } = await person.query(api.profiles.me, {});
  const profile = { name, age: age!, gender: "female", bio, instagramHandle, phoneNumber, hobbies };
  await person.mutation(api.profiles.update, { profile: { ...profile, drinking: "Never", smoking: "Never" } });
}

async function reject(t: Product, person: Person, reason?: string): Promise<void> {
  const id = await waitingVersion(t, person);
  await (await moderator(t)).mutation(api.moderator.decide, { id, approved: false, reason });
}

/** Queues a receipt as a settled payment does. */
async function pay(t: Product, { userId }: { userId: Id<"users"> }): Promise<void> {
  const bought = { feature: "unlimited_swipes", amount: 9900, currency: "INR", orderId: "order_1", paidAt: 0 } as const;
  await t.run(async (ctx) => await queueMail(ctx, { kind: "receipt", userId, ...bought }));
}

/** What was mailed to somebody after the code they signed up with, oldest first. */
function subjects({ email }: Person): string[] {
  return mailsTo(email)
    .map(({ subject }) => subject)
    .filter((subject) => !/^\d{6} is/.test(subject))
    .reverse();
}

/** Lets time go by in which what is due is tried again. */
async function pass(t: Product, span: number, step: number): Promise<void> {
  for (let gone = 0; gone < span; gone += step) {
    vi.setSystemTime(Date.now() + step);
    await t.mutation(internal.contactMails.sweep, {});
    await settled(t, MINUTE);
  }
}

async function outbox(t: Product) {
  return await t.run(async (ctx) => await ctx.db.query("outbox").collect());
}

async function waiting(t: Product): Promise<number> {
  return (await outbox(t)).length;
}

/** From now on time stands still, and jumps to whatever somebody waits for. */
function freeze(): void {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
}
