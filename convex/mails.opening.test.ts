/** Opening day: ten thousand codes in a quarter of an hour, through one provider that takes five requests a second. */
import { describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { verify } from "./auth.testing";
import { jump } from "./clock.testing";
import {
  breakMail,
  codeFor,
  holdMail,
  limitMail,
  loseMailAnswers,
  mailKeys,
  mailRequests,
  mailsTo,
  undeliverable,
} from "./mails.testing";
import { drawCode } from "./model/authMailing";
import { queueMail } from "./model/mails";
import { pace } from "./model/outbox";
import { member, newcomer, organiser } from "./people.testing";
import { rowsIn, settled, setupTest, type Product } from "./product.testing";
import { addUp } from "./numbers.testing";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const email = "asha@people.test";
/** To whom the first of `queueCodes` goes. */
const first = "person0@people.test";
const ask = (t: Product, to = email) => t.action(api.auth.sendOtp, { email: to });

describe("codes", () => {
  test("of a crowd go a hundred to a request, in no second more requests than the provider takes: ten thousand in half a minute", async () => {
    const t = crowded();
    await queueCodes(t, 450);
    const began = Date.now();
    await send(t);

    expect(await rowsIn(t, "codes")).toHaveLength(450);
    const requests = mailRequests();
    expect(requests.map(({ subjects }) => subjects.length)).toEqual([100, 100, 100, 100, 50]);
    // Four in the first second, and four more in each further one.
    const each = (requests.at(-1)!.at - began) / (requests.length - 4);
    expect((each / 4) * (10_000 / 100)).toBeLessThan(15 * MINUTE);
  });

  test("go before other mails, which are not kept waiting by them for long", async () => {
    const t = crowded();
    const asha = await member(t, "Asha");
    await settled(t);
    const before = mailRequests().length;
    await t.run(async (ctx) => {
      for (let i = 0; i < 120; i += 1)
        await queueMail(ctx, { kind: "approval", userId: asha.userId }, { heldUntil: 0 });
    });
    await queueCodes(t, 150);
    await send(t);

    const kinds = mailRequests()
      .slice(before)
      .map(({ subjects }) => (/code$/.test(subjects[0]!) ? "codes" : "others"));
    expect(kinds).toEqual(["codes", "others", "codes", "others"]);
  });

  test("that are asked for at the same moment are each mailed once, and each asker hears of it", async () => {
    const t = setupTest();
    const to = Array.from({ length: 12 }, (_, i) => `person${i}@people.test`);
    expect(await Promise.all(to.map((address) => ask(t, address)))).toEqual(to.map(() => null));

    for (const address of to) expect(mailsTo(address)).toHaveLength(1);
    // The first goes by itself, and the others that came meanwhile go together.
    expect(mailRequests().length).toBeLessThan(6);
    await verify(t, { email: to[7]!, otp: codeFor(to[7]!) });
  });

  test("of people who keep coming go together meanwhile, and keep no other mail waiting", async () => {
    const t = setupTest();
    const asha = await member(t, "Asha");
    await settled(t);
    Object.assign(pace, { perSecond: 4, settled: 100 });
    await t.run(async (ctx) => await queueMail(ctx, { kind: "approval", userId: asha.userId }, { heldUntil: 0 }));
    const before = mailRequests().length;
    const asked: Promise<unknown>[] = [];
    for (let i = 0; i < 60; i += 1) {
      asked.push(ask(t, `person${i}@people.test`));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const meanwhile = mailRequests().slice(before);
    // Each by itself, at four requests a second, they would be sixteen by now.
    expect(meanwhile.flatMap(({ to }) => to).length).toBeGreaterThan(25);
    expect(meanwhile.findIndex(({ to }) => to.includes(asha.email))).toBeLessThan(4);

    await Promise.all(asked);
    await vi.waitFor(async () => expect(await rowsIn(t, "codes")).toHaveLength(60), 10_000);
    for (let i = 0; i < 60; i += 1) expect(mailsTo(`person${i}@people.test`)).toHaveLength(1);
  });

  test("wait while the provider is down, and then come: nobody is mailed twice, and the code is valid for as long as ever", async () => {
    const t = setupTest();
    quiet();
    jump();
    breakMail(503);
    const [waiting = ""] = await queueCodes(t, 1);
    const state = async () => await t.query(api.auth.codeMail, { email: first, waiting });
    await send(t);
    expect(await ask(t, first)).toEqual({ waiting });
    await pass(t, 3 * MINUTE);
    expect([await state(), mailsTo(first).length]).toEqual(["waiting", 0]);

    breakMail(null);
    await pass(t, MINUTE);
    expect([await state(), mailsTo(first).length]).toEqual(["sent", 1]);
    vi.setSystemTime(Date.now() + 8 * MINUTE);
    await verify(t, { email: first, otp: codeFor(first) });
  });

  test.each([500, 503, 429, 401])(
    "that the provider answers with %i are not left to wait where the asker is told: who asks again has it at once",
    async (status) => {
      const t = setupTest();
      quiet();
      jump();
      breakMail(status);
      for (let i = 0; i < 3; i += 1) {
        const failed = { data: { code: "MAIL_FAILED", message: "Failed to send OTP" } };
        await expect(ask(t)).rejects.toMatchObject(failed);
      }
      expect(await rowsIn(t, "outbox")).toEqual([]);

      breakMail(null);
      expect(await ask(t)).toBeNull();
      expect(mailsTo(email)).toHaveLength(1);
    },
  );

  test("that the provider took, but said so too late, are valid, and who asks again is mailed no other", async () => {
    const t = setupTest();
    jump();
    let answer: (value?: unknown) => void = () => undefined;
    holdMail(new Promise((resolve) => (answer = resolve)));
    const onItsWay = await ask(t);
    expect(onItsWay).toEqual({ waiting: expect.any(String) });
    expect(await ask(t)).toEqual(onItsWay);
    answer();
    await pass(t, 2 * MINUTE);

    expect(mailsTo(email)).toHaveLength(1);
    await verify(t, { email, otp: codeFor(email) });
  });

  test("that the provider does not take for a moment go within seconds, before the job of each minute", async () => {
    const t = setupTest();
    quiet();
    await queueCodes(t, 1);
    pace.settled = 100;
    await new Promise((resolve) => setTimeout(resolve, 200));
    breakMail(401);
    await t.action(internal.mails.send, {});
    expect(mailRequests()).toHaveLength(1);
    breakMail(null);

    await vi.waitFor(async () => expect(await rowsIn(t, "codes")).toHaveLength(1), 4 * SECOND);
  });

  test("leave a provider alone that takes nothing, longer each time", async () => {
    const t = setupTest();
    quiet();
    jump();
    breakMail(503);
    await queueCodes(t, 1);
    await send(t);
    await pass(t, 3 * MINUTE);

    // Three quick tries each; then after one second, two, four, and so on up to thirty.
    expect(mailRequests().length).toBeLessThan(3 * 14);
  });

  test("whose sender was interrupted go again by the same key, after a restart too", async () => {
    const t = crowded();
    await queueCodes(t, 3);
    const request = await t.mutation(internal.mails.next, { turn: null, ended: null });
    expect(request?.mails).toHaveLength(3);
    await pass(t, 3 * MINUTE);

    expect(mailRequests()).toHaveLength(1);
    expect(await rowsIn(t, "codes")).toHaveLength(3);
  });

  test("whose answer was lost come once, though they were tried again", async () => {
    const t = crowded();
    quiet();
    await queueCodes(t, 3);
    loseMailAnswers(5);
    await send(t);
    await pass(t, 2 * MINUTE);

    expect(mailRequests().length).toBeGreaterThan(5);
    for (let i = 0; i < 3; i += 1) expect(mailsTo(`person${i}@people.test`)).toHaveLength(1);
    expect(await rowsIn(t, "codes")).toHaveLength(3);
  });

  test("whose sender was interrupted when they went alone go alone again, by the same key, though others wait", async () => {
    const t = crowded();
    const [id] = await queueCodes(t, 1);
    expect(await t.mutation(internal.mails.next, { turn: null, ended: null })).toMatchObject({ key: `mail-${id}` });
    await queueCodes(t, 3, "@others.test");
    await pass(t, 3 * MINUTE);

    expect(mailKeys(first)).toEqual([`mail-${id}`]);
    expect(await rowsIn(t, "codes")).toHaveLength(4);
  });

  test("have one sender at a time, also after one that took so long that another began", async () => {
    const t = crowded();
    const [id] = await queueCodes(t, 1);
    const begin = () => t.mutation(internal.mails.next, { turn: null, ended: null });
    const slow = await begin();
    vi.setSystemTime(Date.now() + MINUTE);
    await queueCodes(t, 1, "@others.test");
    const second = await begin();
    const ended = { isBatch: false, retryAfter: 0, sent: [{ id: id!, outcome: "accepted" as const }] };
    await t.mutation(internal.mails.end, { turn: slow!.turn, ended });
    await queueCodes(t, 1, "@third.test");

    expect([slow?.turn, second?.turn]).toEqual([1, 2]);
    expect(await begin(), "the second sender goes on").toBeNull();
  });

  test("are kept from nobody by an address in the same request that cannot get mail, whose owner is told", async () => {
    const t = crowded();
    await queueCodes(t, 3);
    const [bad] = await queueCodes(t, 1, undeliverable);
    await send(t);

    expect(await rowsIn(t, "codes")).toHaveLength(3);
    expect(await t.query(api.auth.codeMail, { email: `person0${undeliverable}`, waiting: bad! })).toBe("failed");
  });

  test("that could not be mailed for an hour are mailed no more", async () => {
    const t = crowded();
    const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [id] = await queueCodes(t, 1);
    vi.setSystemTime(Date.now() + 61 * MINUTE);
    await send(t);

    expect([await rowsIn(t, "outbox"), mailRequests(), said.mock.calls.length]).toEqual([[], [], 1]);
    const person = "person0@people.test";
    expect(await t.query(api.auth.codeMail, { email: person, waiting: id! })).toBe("failed");
    expect(await ask(t, person)).toBeNull();
  });

  test("that wait stand nowhere as they are, and tell nobody else that they wait", async () => {
    const t = setupTest();
    quiet();
    jump();
    breakMail(503);
    const [waiting = ""] = await queueCodes(t, 1);
    await send(t);
    const stored = JSON.stringify([await rowsIn(t, "outbox"), await rowsIn(t, "codeMails")]);
    breakMail(null);
    await pass(t, MINUTE);

    expect(stored).not.toContain(codeFor(first));
    expect(await t.query(api.auth.codeMail, { email: "mallory@people.test", waiting })).toBe("failed");
  });

  test("that wait are counted for organisers, with the age of the oldest, and the status page says that mails are slow", async () => {
    const t = setupTest();
    const ines = await organiser(t);
    await newcomer(t, "Ravi");
    quiet();
    jump();
    breakMail(503);
    await addUp(t);
    const began = Date.now();
    await queueCodes(t, 3);
    await send(t);
    await addUp(t, 4 * MINUTE);

    const { codesWaiting, mailsWaiting, oldestCode } = await ines.query(api.numbers.now, {});
    expect({ codesWaiting, mailsWaiting }).toEqual({ codesWaiting: 3, mailsWaiting: 3 });
    expect(Math.abs(oldestCode! - began)).toBeLessThan(SECOND);
    expect((await t.query(api.numbers.status, {})).mails.state).toBe("slow");
  });
});

/** A product at the rate of the real provider, on a clock that jumps. */
function crowded(): Product {
  const t = setupTest();
  jump();
  pace.perSecond = 4;
  limitMail(5);
  return t;
}

/** Queues codes as many askers at once do. Answers by which to ask what becomes of them. */
async function queueCodes(t: Product, count: number, at = "@people.test"): Promise<Id<"outbox">[]> {
  const codes = await Promise.all(Array.from({ length: count }, (_, i) => drawCode(`person${i}${at}`)));
  return await t.run(async (ctx) => {
    const ids: Id<"outbox">[] = [];
    for (const code of codes) {
      ids.push(await ctx.db.insert("outbox", { channel: "code", ...code, tries: 0, due: Date.now() }));
    }
    return ids;
  });
}

async function send(t: Product): Promise<void> {
  await t.action(internal.mails.send, {});
  await settled(t, 1);
}

/** Moves the clock, and runs the job of each minute along the way. */
async function pass(t: Product, span: number): Promise<void> {
  for (const end = Date.now() + span; Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, MINUTE));
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t, 1);
  }
}

function quiet(): void {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
}
