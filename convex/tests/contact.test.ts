import { describe, expect } from "vitest";
import { api, internal } from "../_generated/api";
import { freeze, pass, frozenTest, MINUTE } from "../testing/clock.testing";
import { mailsTo } from "../testing/mails.testing";
import { newcomer, signedIn } from "../testing/people.testing";
import { everyRow, type Product, rowsIn, settled, setupTest, test } from "../testing/product.testing";
import { limits } from "../shared/limits";
import { expectRefusal, solved, asksForProof } from "../testing/refusals.testing";

const office = "support@festival.test";
const letter = {
  name: "Asha",
  email: "asha@people.test",
  subject: "Lost wristband",
  message: "I lost it.\nWhere do I go?",
};

describe("a message to the organisers", () => {
  test("arrives in their mailbox, once, and a reply goes to its sender", async ({ t }) => {
    expect(await t.mutation(api.contact.send, letter)).toBeNull();
    await settled(t);
    await passTries(t);

    expect(mailsTo(office)).toMatchObject([
      { from: "Festival Match <hello@festival.test>", reply_to: letter.email, subject: "[Contact] Lost wristband" },
    ]);
    expect(mailsTo(office)[0]?.text).toBe(
      "Lost wristband\n\nFrom: Asha <asha@people.test>\n\nI lost it.\nWhere do I go?",
    );
  });

  test("goes to the organisers, whatever recipient the request names", async ({ t }) => {
    await t.mutation(api.contact.send, { ...letter, to: "victim@people.test" });
    await settled(t);

    expect(mailsTo("victim@people.test")).toEqual([]);
    expect(mailsTo(office)).toHaveLength(1);
    expect(JSON.stringify(mailsTo(office))).not.toContain("victim");
    expect(await everyRow(t)).not.toContain("victim");
  });

  test.each(["bcc", "cc", "headers", "from", "attachments", "id", "tries"])("accepts no field %j", async (field) => {
    const t = setupTest();
    const more = { ...letter, [field]: "victim@people.test" };
    await expect(t.mutation(api.contact.send, more)).rejects.toThrow();
    expect(await messages(t)).toBe(0);
  });

  test("never turns a line break in name or subject into a header, or text into markup", async ({ t }) => {
    const breaks = "\r\nBcc: victim@people.test\n\u2028X-Header: 1\u0085\u0000";
    await t.mutation(api.contact.send, {
      ...letter,
      name: `Asha${breaks}`,
      subject: `Lost${breaks}`,
      message: `<img src=x onerror="alert(1)"> & 'so' on`,
    });
    await settled(t);

    expect(mailsTo(office)).toHaveLength(1);
    const [mail] = mailsTo(office);
    expect(Object.keys(mail ?? {}).sort()).toEqual(["from", "html", "reply_to", "subject", "text", "to"]);
    expect(mail?.subject).toBe("[Contact] Lost Bcc: victim@people.test X-Header: 1");
    expect(mail?.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(mail?.text.split("\n")[2]).toMatch(/^From: Asha Bcc: .* <asha@people.test>$/);
    expect(mail?.html).not.toMatch(/<img|"alert/);
    expect(mail?.html).toContain("&#60;img");
  });

  test.each(["name", "email", "subject", "message"] as const)("needs its %s", async (field) => {
    const t = setupTest();
    for (const nothing of ["", "  \n ", "\u200b\u2060"]) {
      const sent = t.mutation(api.contact.send, { ...letter, [field]: nothing });
      const message = field === "email" && nothing === "\u200b\u2060" ? expect.any(String) : sentenceFor(field);
      await expectRefusal(sent, "BAD_INPUT", message);
    }
    expect(await messages(t)).toBe(0);
  });

  test.each([
    ["name", limits.nameMax, "Name must be at most 60 characters"],
    ["subject", limits.contactSubjectMax, "Subject must be at most 120 characters"],
    ["message", limits.contactMessageMax, "Message must be at most 3000 characters"],
  ] as const)("with too long a %s is refused", async (field, max, message) => {
    const t = setupTest();
    await t.mutation(api.contact.send, { ...letter, [field]: "🎪".repeat(max) });
    const longer = t.mutation(api.contact.send, { ...letter, [field]: "🎪".repeat(max + 1) });
    await expectRefusal(longer, "BAD_INPUT", message);
    await settled(t);
  });
});

describe("the mailbox is protected from a flood", () => {
  test("from one address, which may send three messages in a row and then one every twelve minutes", async () => {
    const t = frozenTest();
    for (let i = 0; i < 3; i++) await t.mutation(api.contact.send, { ...letter, email: ` ASHA@people.test` });
    await expectRefusal(
      t.mutation(api.contact.send, letter),
      "TOO_MANY_TRIES",
      "Failed to send message. Please try again later.",
    );
    await t.mutation(api.contact.send, { ...letter, email: "ravi@people.test" });
    pass(12 * MINUTE);
    await t.mutation(api.contact.send, letter);
    await settled(t);

    expect(mailsTo(office)).toHaveLength(5);
  });

  test("in another person's name, who can still write while signed in", async () => {
    const t = frozenTest();
    const [asha, mallory] = [await newcomer(t, "Asha"), await newcomer(t, "Mallory")];
    const letterFromAsha = { ...letter, email: asha.email };
    for (const sender of [t, mallory]) {
      for (let i = 0; i < 3; i++) await sender.mutation(api.contact.send, letterFromAsha);
      await expectRefusal(sender.mutation(api.contact.send, letterFromAsha), "TOO_MANY_TRIES");
    }

    for (let i = 0; i < 3; i++) await asha.mutation(api.contact.send, letterFromAsha);
    await expectRefusal(asha.mutation(api.contact.send, letterFromAsha), "TOO_MANY_TRIES");
    await settled(t);
  });

  test("with the token of an ended session, which does not use up the account's limit", async () => {
    const t = frozenTest();
    const stolen = await newcomer(t, "Asha");
    await stolen.action(api.auth.signOut, {});
    const asha = await signedIn(t, stolen.email);
    for (let i = 0; i < 3; i++) await stolen.mutation(api.contact.send, letter);

    expect(await asha.mutation(api.contact.send, letter)).toBeNull();
    await settled(t);
  });

  test("from 140 made-up addresses: most are refused, while a stranger can write with a proof of work and get a code", async () => {
    const t = frozenTest({ RATE_LIMIT_SCALE: "0.2" });
    const answers = await floodOf(t, 140);
    const taken = answers.filter(({ status }) => status === "fulfilled").length;
    // Half of 300 × 0.2; the other half needs a proof.
    expect(taken).toBeLessThanOrEqual(30);
    expect(answers.filter(asksForProof)).toHaveLength(140 - taken);
    const late = { ...letter, email: "late@people.test" };
    const refusal = await t.mutation(api.contact.send, late).catch((error: { data: unknown }) => error.data);
    expect(refusal).toMatchObject({
      code: "TOO_MANY_TRIES",
      message: "Failed to send message. Please try again later.",
      retryAfter: expect.any(Number),
    });
    const proof = await solved((refusal as { puzzle: string }).puzzle);
    await expect(t.mutation(api.contact.send, { ...letter, proof })).rejects.toThrow();
    await t.mutation(api.contact.send, { ...late, proof });
    await expect(t.mutation(api.contact.send, { ...late, proof })).rejects.toThrow();
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });

    expect(mailsTo("ravi@people.test")).toHaveLength(1);
    await settled(t);
    expect(mailsTo(office)).toHaveLength(taken + 1);
  });

  test("from made-up addresses, which leaves a budget for known addresses", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "0.04" });
    const asha = await newcomer(t, "Asha");
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    await flood(t, 80);
    await settled(t);
    const before = mailsTo(office).length;
    for (const email of [asha.email, "ravi@people.test"]) await t.mutation(api.contact.send, { ...letter, email });
    await settled(t);

    expect(mailsTo(office)).toHaveLength(before + 2);
    await expectRefusal(t.mutation(api.contact.send, { ...letter, email: "nobody@people.test" }), "TOO_MANY_TRIES");
  });

  test("from many addresses, which leaves a budget for people who are signed in", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "0.05" });
    const asha = await newcomer(t, "Asha");
    expect(await flood(t, 80)).toBeLessThan(80);
    const hers = await Promise.allSettled(
      [100, 101, 102, 103].map((i) => asha.mutation(api.contact.send, { ...letter, email: madeUp(i) })),
    );

    expect(hers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  });
});

test("a message is kept for thirty days", async () => {
  const t = frozenTest();
  await t.mutation(api.contact.send, letter);
  await settled(t);
  pass(limits.messageLifetime - 1);
  await t.mutation(internal.outbox.retryDue, {});
  expect(await messages(t)).toBe(1);
  pass(10);
  await t.mutation(internal.outbox.retryDue, {});
  expect(await messages(t)).toBe(0);
});

const madeUp = (i: number) => `made-up${i}@people.test`;

/** Sends `count` messages from as many made-up addresses. Returns how many were accepted. */
async function flood(t: Product, count: number): Promise<number> {
  return (await floodOf(t, count)).filter(({ status }) => status === "fulfilled").length;
}

async function floodOf(t: Product, count: number): Promise<PromiseSettledResult<unknown>[]> {
  const sends = Array.from({ length: count }, (_, i) => t.mutation(api.contact.send, { ...letter, email: madeUp(i) }));
  return await Promise.allSettled(sends);
}

function sentenceFor(field: keyof typeof letter): string {
  return field === "email" ? "Please enter your email" : "Please fill all required fields";
}

/** Moves the clock by a day, and runs the retry job along the way. */
async function passTries(t: Product): Promise<void> {
  freeze();
  for (let hour = 0; hour < 24; hour++) {
    pass(60 * MINUTE);
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t);
  }
}

async function messages(t: Product): Promise<number> {
  return (await rowsIn(t, "contactMessages")).length;
}

test("the help point is the organisers' text on one line, or empty", async () => {
  const helpPoint = async (setting: Record<string, string> = {}) =>
    (await setupTest(setting).query(api.festival.settings, {})).helpPoint;
  expect(await helpPoint()).toBe("");
  for (const blank of ["", " \n "]) expect(await helpPoint({ HELP_POINT: blank })).toBe("");
  expect(await helpPoint({ HELP_POINT: " Green tent\nby gate 2 " })).toBe("Green tent by gate 2");
});
