/** Sign-up codes while the provider, its responses or a sender fail: each code arrives once, and is valid. */
import { describe, expect, vi } from "vitest";
import { api, internal } from "../../_generated/api";
import { verify } from "../../testing/auth.testing";
import { jump, SECOND, MINUTE } from "../../testing/clock.testing";
import { ask, crowded, email, first, pass, queueCodes, quiet, send } from "../../testing/codes.testing";
import {
  failMail,
  codeFor,
  holdMail,
  loseMailAnswers,
  mailKeys,
  mailRequests,
  mailsTo,
  undeliverable,
} from "../../testing/mails.testing";
import { pace } from "../../model/outbox";
import { rowsIn, test } from "../../testing/product.testing";

describe("codes", () => {
  test("wait while the provider is down and arrive later, once each, with their full lifetime", async ({ t }) => {
    quiet();
    jump();
    failMail(503);
    const [waiting = ""] = await queueCodes(t, 1);
    const state = async () => await t.query(api.auth.codeMail, { email: first, waiting });
    await send(t);
    expect(await ask(t, first)).toEqual({ waiting });
    await pass(t, 3 * MINUTE);
    expect([await state(), mailsTo(first).length]).toEqual(["waiting", 0]);

    failMail(null);
    await pass(t, MINUTE);
    expect([await state(), mailsTo(first).length]).toEqual(["sent", 1]);
    vi.setSystemTime(Date.now() + 8 * MINUTE);
    await verify(t, { email: first, otp: codeFor(first) });
  });

  test("that the provider accepts late are valid, and a second request mails no second code", async ({ t }) => {
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

  test("that the provider briefly refuses go out within seconds, before the minute's job", async ({ t }) => {
    quiet();
    jump();
    await queueCodes(t, 1);
    pace.settled = 100;
    await new Promise((resolve) => setTimeout(resolve, 200));
    failMail(401);
    await t.action(internal.mails.send, {});
    // The clock jumps, so the next try may be over already.
    expect(mailRequests().length).toBeGreaterThan(0);
    failMail(null);

    await vi.waitFor(async () => expect(await rowsIn(t, "codes")).toHaveLength(1), 4 * SECOND);
  });

  test("are retried with backoff while the provider fails", async ({ t }) => {
    quiet();
    jump();
    failMail(503);
    await queueCodes(t, 1);
    await send(t);
    await pass(t, 3 * MINUTE);

    // Three quick tries each. Then after one second, two, four, and so on up to thirty.
    expect(mailRequests().length).toBeLessThan(3 * 14);
  });

  test("whose sender was interrupted go out later, in one request", async () => {
    const t = crowded();
    await queueCodes(t, 3);
    const request = await t.mutation(internal.mails.next, { turn: null, ended: null });
    expect(request?.mails).toHaveLength(3);
    await pass(t, 3 * MINUTE);

    expect(mailRequests()).toHaveLength(1);
    expect(await rowsIn(t, "codes")).toHaveLength(3);
  });

  test("whose response was lost arrive once, even after retries", async () => {
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

  test("sent alone by an interrupted sender are sent alone again, with the same key, although others wait", async () => {
    const t = crowded();
    const [id] = await queueCodes(t, 1);
    expect(await t.mutation(internal.mails.next, { turn: null, ended: null })).toMatchObject({ key: `mail-${id}` });
    await queueCodes(t, 3, "@others.test");
    await pass(t, 3 * MINUTE);

    expect(mailKeys(first)).toEqual([`mail-${id}`]);
    expect(await rowsIn(t, "codes")).toHaveLength(4);
  });

  test("have one sender at a time, even after a slow sender was replaced", async () => {
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
    expect(await begin(), "the second sender continues").toBeNull();
  });

  test("reach every valid address in a request, and the person with a bad address sees the failure", async () => {
    const t = crowded();
    await queueCodes(t, 3);
    const [bad] = await queueCodes(t, 1, undeliverable);
    await send(t);

    expect(await rowsIn(t, "codes")).toHaveLength(3);
    expect(await t.query(api.auth.codeMail, { email: `person0${undeliverable}`, waiting: bad! })).toBe("failed");
  });

  test("that could not be mailed for an hour are dropped, and not before", async () => {
    const t = crowded();
    await queueCodes(t, 1, "@others.test");
    vi.setSystemTime(Date.now() + 59 * MINUTE);
    await send(t);
    expect(mailRequests().splice(0)).toHaveLength(1);
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const [id] = await queueCodes(t, 1);
    vi.setSystemTime(Date.now() + 61 * MINUTE);
    await send(t);

    expect([await rowsIn(t, "outbox"), mailRequests(), logged.mock.calls.length]).toEqual([[], [], 1]);
    const person = "person0@people.test";
    expect(await t.query(api.auth.codeMail, { email: person, waiting: id! })).toBe("failed");
    expect(await ask(t, person)).toBeNull();
  });

  test("that wait are stored encrypted, and another address cannot query their state", async ({ t }) => {
    quiet();
    jump();
    failMail(503);
    const [waiting = ""] = await queueCodes(t, 1);
    await send(t);
    const stored = JSON.stringify([await rowsIn(t, "outbox"), await rowsIn(t, "codeMails")]);
    failMail(null);
    await pass(t, MINUTE);

    expect(stored).not.toContain(codeFor(first));
    expect(await t.query(api.auth.codeMail, { email: "mallory@people.test", waiting })).toBe("failed");
  });
});
