import { describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteAccount } from "../../testing/auth.testing";
import { jump, MINUTE, HOUR, DAY } from "../../testing/clock.testing";
import { crowd, type Kind } from "../../testing/crowd.testing";
import { saves } from "../../testing/festival.testing";
import { limitMail, mailRequests, mailsTo, subjects } from "../../testing/mails.testing";
import { pace } from "../../model/outbox";
import { applicant, approve, member, organiser, type Person, reject } from "../../testing/people.testing";
import { runMailJob, type Product, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { traced } from "../../testing/traces.testing";

describe("a moderator's decision is mailed:", () => {
  test("an approval comes with a link to the app", async ({ t }) => {
    const asha = await applicant(t, "Asha");
    await approve(t, asha);
    await runMailJob(t);

    expect(mailsTo(asha.email)[0]?.text).toContain("https://app.test/swipe");
  });

  test("approvals of one minute go in one request, with the minute's job", async ({ t }) => {
    const people = [await applicant(t, "Asha"), await applicant(t, "Ravi"), await applicant(t, "Tara")];
    const before = mailRequests().length;
    for (const person of people) await approve(t, person);
    await settled(t);
    expect(people.flatMap(subjects)).toEqual([]);
    await runMailJob(t);

    expect(people.flatMap(subjects)).toHaveLength(3);
    expect(mailRequests()).toHaveLength(before + 1);
  });

  test("an approval goes once, and only to people who are still approved when it is sent", async ({ t }) => {
    const desk = await organiser(t);
    const reason = "This was a mistake.";
    const [undone, suspended, twice] = [
      await applicant(t, "Asha"),
      await applicant(t, "Ravi"),
      await applicant(t, "Tara"),
    ];
    for (const person of [undone, suspended, twice]) await approve(t, person);
    await desk.mutation(api.people.undoApproval, { userId: undone.userId, reason });
    await desk.mutation(api.people.suspend, { userId: suspended.userId, reason });
    await desk.mutation(api.people.undoApproval, { userId: twice.userId, reason });
    await approve(t, twice);
    await runMailJob(t);

    const approvals = (person: Person) => subjects(person).filter((subject) => subject.endsWith("is approved"));
    expect([undone, suspended, twice].map((person) => approvals(person).length)).toEqual([0, 0, 1]);
  });

  test("a rejection says why, and how many more times the person may sign up", async ({ t }) => {
    jump();
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

  test("a rejection offers no other sign-up while sign-ups are closed", async ({ t }) => {
    const asha = await applicant(t, "Asha");
    await saves(await organiser(t), { signUps: "closed" });
    await reject(t, asha, "No face to be seen.");
    await settled(t);

    expect(mailsTo(asha.email)[0]?.text).toContain("No face to be seen.");
    expect(mailsTo(asha.email)[0]?.text).not.toContain("sign up");
  });

  test("the rejection of a change is mailed, and its approval is not", async ({ t }) => {
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
  test("once to a member who asked for it, without the liker's name", async () => {
    const { t, asha } = await likedPair();
    await nextDay(t);
    await nextDay(t);

    expect(likeMails(asha)).toBe(1);
    expect(JSON.stringify(mailsTo(asha.email)[0])).not.toMatch(/ravi/i);
  });

  test("once a day at most", async () => {
    const { t, asha, ravi } = await pair();
    const meera = await member(t, "Meera");
    await settled(t);
    await setLikeMails(asha);
    await like(ravi, asha);
    await nextDay(t);
    await like(meera, asha);
    for (let hour = 0; hour < 22; hour++) {
      vi.setSystemTime(Date.now() + HOUR);
      await mailLikes(t);
    }
    expect(likeMails(asha)).toBe(1);
    await nextDay(t);

    expect(likeMails(asha)).toBe(2);
  });

  test("unless the like was answered, removed by a report, or made before the member asked", async () => {
    const { t, asha, ravi } = await pair();
    const [meera, zoya] = [await member(t, "Meera"), await member(t, "Zoya")];
    await settled(t);
    await like(zoya, asha);
    await setLikeMails(asha);
    await like(ravi, asha);
    await asha.mutation(api.matches.respond, { profileId: ravi.userId, accepted: false });
    await like(meera, asha);
    await asha.mutation(api.reports.file, { reportedUserId: meera.userId, reason: "Rude." });
    await nextDay(t);

    expect(likeMails(asha)).toBe(0);
  });

  test("but not a second time when the answer to a like is undone", async () => {
    const { t, asha, ravi } = await likedPair();
    await nextDay(t);
    await asha.mutation(api.swipes.swipe, { profileId: ravi.userId, liked: false });
    await asha.mutation(api.swipes.undo, { profileId: ravi.userId });
    await nextDay(t);

    expect(likeMails(asha)).toBe(1);
  });

  test("to every member who asked, longest wait first, in few requests within the provider's rate limit", async () => {
    const { t, people, liker } = await crowdWithLikeMails(120);
    for (const person of people.toReversed()) await like(liker, person);
    pace.perSecond = 4;
    limitMail(5);
    await nextDay(t);

    const told = mailRequests().flatMap(({ to }) => to);
    expect(told).toEqual(people.toReversed().map(({ email }) => email));
    expect(mailRequests().length).toBeLessThan(5);
  });

  test("only to members who may be mailed, and the job does not read the others again", async () => {
    const { t, people, liker } = await crowdWithLikeMails(6);
    const [off, suspended, gone, told, never, last] = people;
    for (const person of people) if (person !== never) await like(liker, person);
    await setLikeMails(off!, false);
    await deleteAccount(gone!);
    await t.run(async (ctx) => await ctx.db.patch("users", suspended!.userId, { status: "suspended" }));
    await nextDay(t);
    expect(mailRequests().flatMap(({ to }) => to)).toEqual([told!.email, last!.email]);
    // The row of a person who may come back stays, and the job does not read it again.
    expect(await rowsIn(t, "likesToMail")).toMatchObject([{ userId: suspended!.userId, parked: true }]);
    const { documents } = await traced(() => t.mutation(internal.mails.mailNewLikes, {}));
    expect(documents).toBe(0);

    await t.run(async (ctx) => await ctx.db.patch("users", suspended!.userId, { status: "approved" }));
    await like(await member(t, "Omar", { gender: "male" }), suspended!);
    await nextDay(t);
    expect(likeMails(suspended!)).toBe(1);
  });
});

/** Women who asked for mails about new likes, and a man with Gold, whose likes are unlimited. */
async function crowdWithLikeMails(count: number) {
  const t = setupTest();
  const people = await crowd(t, Array<Kind>(count).fill({ gender: "female", interestedIn: "male" }));
  await t.run(async (ctx) => {
    for (const [i, person] of people.entries()) {
      person.email = `person${i}@people.test`;
      await ctx.db.patch("users", person.userId, { email: person.email });
      await ctx.db.insert("mailSettings", { userId: person.userId, likesUntil: Date.now() - 10 * DAY });
    }
  });
  const [liker] = await crowd(t, [{ gender: "male", interestedIn: "female", tier: "gold" }]);
  await settled(t);
  jump();
  return { t, people, liker: liker! };
}

async function pair() {
  const t = setupTest();
  const [asha, ravi] = [await member(t, "Asha"), await member(t, "Ravi", { gender: "male" })];
  await settled(t);
  jump();
  return { t, asha, ravi };
}

async function like(from: Person, to: Person): Promise<void> {
  vi.setSystemTime(Date.now() + 1_000);
  await from.mutation(api.swipes.swipe, { profileId: to.userId, liked: true });
}

/** Asha, who asked for mails about new likes, and Ravi, who liked her after that. */
async function likedPair() {
  const { t, asha, ravi } = await pair();
  await setLikeMails(asha);
  await like(ravi, asha);
  return { t, asha, ravi };
}

async function setLikeMails(who: Person, newLikes = true): Promise<void> {
  vi.setSystemTime(Date.now() + 1_000);
  await who.mutation(api.profiles.setMailWishes, { newLikes });
  vi.setSystemTime(Date.now() + 1_000);
}

async function mailLikes(t: Product): Promise<void> {
  await t.mutation(internal.mails.mailNewLikes, {});
  await settled(t, MINUTE);
}

async function nextDay(t: Product): Promise<void> {
  vi.setSystemTime(Date.now() + DAY);
  await mailLikes(t);
}

function likeMails(person: Person): number {
  return subjects(person).filter((subject) => subject === "You have new likes").length;
}

async function edit(person: Person, bio: string): Promise<void> {
  const { name, age, instagramHandle, phoneNumber, hobbies } = await person.query(api.profiles.me, {});
  const profile = { name, age: age!, gender: "female", bio, instagramHandle, phoneNumber, hobbies };
  await person.mutation(api.profiles.update, { profile: { ...profile, drinking: "Never", smoking: "Never" } });
}
