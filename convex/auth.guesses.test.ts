import { describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { codeOf, email, refused, rows, verify, wrong } from "./auth.testing";
import { freeze, pass } from "./clock.testing";
import { codeFor } from "./mails.testing";
import { moderator, newcomer, PASSWORD, signedIn } from "./people.testing";
import { setupTest, type Product } from "./product.testing";

const MINUTE = 60_000;

describe("limits", () => {
  test("one mail a minute for an address, and other addresses are not affected", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    pass(20_000);

    await expect(t.action(api.auth.sendOtp, { email })).rejects.toMatchObject({
      data: { code: "TOO_MANY_TRIES", retryAfter: 40_000 },
    });
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    pass(40_000);
    await t.action(api.auth.sendOtp, { email });
  });

  test("five mails in any hour for an address", async () => {
    const t = setupTest();
    freeze();
    for (let i = 0; i < 5; i++) {
      await t.action(api.auth.sendOtp, { email });
      pass(5 * MINUTE);
    }
    await expect(t.action(api.auth.sendOtp, { email })).rejects.toMatchObject({
      data: { code: "TOO_MANY_TRIES", retryAfter: 35 * MINUTE },
    });
    pass(35 * MINUTE);
    await t.action(api.auth.sendOtp, { email });
    await expect(t.action(api.auth.sendOtp, { email })).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
  });

  test("all addresses together have one budget of mails", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "0.004" });
    const all = Array.from({ length: 40 }, (_, i) => t.action(api.auth.sendOtp, { email: `p${i}@people.test` }));
    // 3,000 × 0.004 makes twelve in ten minutes, in eight shards of one and a half.
    const refusals = (await Promise.allSettled(all)).filter(({ status }) => status === "rejected");

    expect(refusals.length).toBeGreaterThanOrEqual(28);
    expect(refusals[0]).toMatchObject({ reason: { data: { code: "TOO_MANY_TRIES" } } });
  });

  test("five wrong tries use a code up", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    for (let i = 0; i < 5; i++) await expect(verify(t, { otp: wrong(codeFor(email)) })).rejects.toMatchObject(refused);

    expect(await rows(t, "codes")).toBe(0);
  });

  test("of fifty guesses a handful is checked in an hour, with or without fresh codes in between, and the right one waits too", async () => {
    const t = setupTest();
    freeze();
    let judged = 0;
    for (let round = 0; round < 5; round++) {
      await t.action(api.auth.sendOtp, { email });
      const guesses = Array.from({ length: 10 }, () => verify(t, { otp: wrong(codeFor(email)) }));
      for (const guess of await Promise.allSettled(guesses)) judged += codeOf(guess) === "BAD_INPUT" ? 1 : 0;
      pass(MINUTE);
    }
    expect(judged).toBe(5);
    await expect(verify(t, {})).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });

    await newcomer(t, "Ravi");
    pass(15 * MINUTE);
    await expect(verify(t, { otp: wrong(codeFor(email)) })).rejects.toMatchObject(refused);
    await expect(verify(t, {})).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    pass(45 * MINUTE);
    await t.action(api.auth.sendOtp, { email });
    await verify(t, {});
  });

  test("guesses at an address with neither account nor code do not slow somebody who signs up with it later", async () => {
    const t = setupTest();
    freeze();
    const early = await Promise.allSettled(Array.from({ length: 8 }, () => verify(t, { otp: "123456" })));
    expect(early.map(codeOf).sort()).toEqual([
      ...Array<string>(5).fill("BAD_INPUT"),
      ...Array<string>(3).fill("TOO_MANY_TRIES"),
    ]);
    await expect(signedIn(t, email, "a wrong password")).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    await t.action(api.auth.sendOtp, { email });
    await verify(t, {});

    await signedIn(t, email);
  });

  test("one limit slows every way of guessing, for a quarter of an hour at most", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Asha");
    for (let i = 0; i < 4; i++) {
      await expect(signedIn(t, email, "a wrong password")).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
    }
    await expect(verify(t, { otp: "123456" })).rejects.toMatchObject(refused);

    const late = await signedIn(t, email, "a wrong password").catch((reason: unknown) => reason);
    expect(late).toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    expect((late as { data: { retryAfter: number } }).data.retryAfter).toBeLessThanOrEqual(15 * MINUTE);
    await expect(signedIn(t, email)).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    pass(15 * MINUTE);
    await signedIn(t, email);
  });

  test("wrong codes slow the guesses at a password as well", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    for (let i = 0; i < 5; i++) await verify(t, { otp: wrong(codeFor(email)) }).catch(() => undefined);
    await expect(signedIn(t, email, "a password")).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
  });

  test("with sixty sign-ins queued the next one is refused at once, and its try is not counted", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const release = holdHashes();
    const crowd = Array.from({ length: 60 }, (_, i) => signedIn(t, `nobody${i}@people.test`).catch(() => undefined));
    for (let i = 0; i < 8; i++) {
      await expect(signedIn(t, email)).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES", retryAfter: 6_000 } });
    }
    release();
    await Promise.all(crowd);

    await signedIn(t, email);
  });

  test("forty sign-ins are accepted when the overall budget is sixty", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    // 30,000 × 0.002 makes sixty in ten minutes.
    vi.stubEnv("RATE_LIMIT_SCALE", "0.002");
    for (let i = 0; i < 40; i++) await signedIn(t, email);
  });

  describe("at a moderator's address", () => {
    const guess = (t: Product, address: string) => signedIn(t, address, "a wrong password", "moderator");
    const unauthenticated = { data: { code: "UNAUTHENTICATED" } };
    const tooMany = { data: { code: "TOO_MANY_TRIES" } };

    test("ten guesses at once are judged, then four in a quarter of an hour", async () => {
      const t = setupTest();
      freeze();
      const { email: address } = await moderator(t);
      const judged = async (guesses: number) => {
        const all = await Promise.allSettled(Array.from({ length: guesses }, () => guess(t, address)));
        return all.filter((one) => codeOf(one) === "UNAUTHENTICATED").length;
      };
      expect(await judged(30)).toBe(10);
      pass(15 * MINUTE);
      expect(await judged(30)).toBe(4);
    });

    test("guesses are slowed too, and those at one moderator do not slow another", async () => {
      const t = setupTest();
      freeze();
      const [meera, zoya] = [await moderator(t), await moderator(t, "Zoya")];
      for (let i = 0; i < 10; i++) await expect(guess(t, meera.email)).rejects.toMatchObject(unauthenticated);
      await expect(guess(t, meera.email)).rejects.toMatchObject(tooMany);
      await expect(signedIn(t, meera.email, PASSWORD, "moderator")).rejects.toMatchObject(tooMany);
      await signedIn(t, zoya.email, PASSWORD, "moderator");
      pass(15 * MINUTE);
      await signedIn(t, meera.email, PASSWORD, "moderator");
    });

    test("guesses at the attendee do not slow the moderator of the same address, nor the other way round", async () => {
      const t = setupTest();
      freeze();
      const { email: both } = await moderator(t, "Asha");
      await newcomer(t, "Asha");
      for (let i = 0; i < 5; i++) await expect(signedIn(t, both, "a wrong one")).rejects.toMatchObject(unauthenticated);
      await expect(signedIn(t, both)).rejects.toMatchObject(tooMany);
      await signedIn(t, both, PASSWORD, "moderator");
      for (let i = 0; i < 10; i++) await expect(guess(t, both)).rejects.toMatchObject(unauthenticated);
      await expect(guess(t, both)).rejects.toMatchObject(tooMany);
      pass(15 * MINUTE);
      await signedIn(t, both);
    });

    test("a signed-in moderator is not affected, and the command line lets them sign in at once", async () => {
      const t = setupTest();
      freeze();
      const meera = await moderator(t);
      for (let i = 0; i < 10; i++) await expect(guess(t, meera.email)).rejects.toMatchObject(unauthenticated);
      await expect(signedIn(t, meera.email, PASSWORD, "moderator")).rejects.toMatchObject(tooMany);
      expect(await meera.query(api.moderator.queue, {})).toEqual([]);
      await t.action(internal.moderator.create, { email: meera.email, password: PASSWORD });
      expect(await meera.query(api.moderator.queue, {})).toEqual([]);
      await signedIn(t, meera.email, PASSWORD, "moderator");
    });
  });

  test("a sign-in resets the wrong tries before it", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await expect(signedIn(t, email, "a wrong password")).rejects.toThrow();
      await signedIn(t, email);
    }
  });
});

/** Holds every password hash until `release` is called. */
function holdHashes(): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const spy = vi.spyOn(crypto.subtle, "deriveBits").mockImplementation(async () => {
    await held;
    return new ArrayBuffer(32);
  });
  return () => {
    spy.mockRestore();
    release();
  };
}
