import { describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { codeOf, email, refused, verify, wrong } from "../../testing/auth.testing";
import { freeze, pass } from "../../testing/clock.testing";
import { codeFor, signUpTokenFor } from "../../testing/mails.testing";
import { moderator, signsUp, PASSWORD, signedIn } from "../../testing/people.testing";
import { setupTest, type Product } from "../../testing/product.testing";

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
    const t = setupTest({ RATE_LIMIT_SCALE: "0.002667" });
    const all = Array.from({ length: 40 }, (_, i) => t.action(api.auth.sendOtp, { email: `p${i}@people.test` }));
    // 9,000 × 0.002667 makes twenty-four in ten minutes, half of them without a proof, in eight shards of one and a half.
    const refusals = (await Promise.allSettled(all)).filter(({ status }) => status === "rejected");

    expect(refusals.length).toBeGreaterThanOrEqual(28);
    expect(refusals[0]).toMatchObject({ reason: { data: { code: "TOO_MANY_TRIES" } } });
  });

  test("five wrong tries use up a code, and a new mail gives five more", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    pass(20_000);
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const wrongCode = { data: { ...refused.data, triesLeft } };
      await expect(verify(t, { otp: wrong(codeFor(email)) })).rejects.toMatchObject(wrongCode);
    }

    await expect(verify(t, {})).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES", retryAfter: 40_000 } });
    pass(40_000);
    await t.action(api.auth.sendOtp, { email });
    for (let i = 0; i < 4; i++) await expect(verify(t, { otp: wrong(codeFor(email)) })).rejects.toMatchObject(refused);
    await verify(t, {});
  });

  test("at an address without a code the tries count down as with a code", async () => {
    const t = setupTest();
    freeze();
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const wrongCode = { data: { ...refused.data, triesLeft } };
      await expect(verify(t, { email: "nobody@college.edu", otp: "123456" })).rejects.toMatchObject(wrongCode);
    }
    await expect(verify(t, { email: "nobody@college.edu", otp: "123456" })).rejects.toMatchObject({
      data: { code: "TOO_MANY_TRIES" },
    });
  });

  test("a wrong code every two seconds for half an hour keeps nobody from signing up with a new one", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    let judged = 0;
    for (let second = 0; second < 1_800; second += 2) {
      const [guess] = await Promise.allSettled([verify(t, { otp: wrong(codeFor(email)) })]);
      judged += codeOf(guess) === "BAD_INPUT" ? 1 : 0;
      pass(2_000);
      if (second % 600 === 0) await t.action(api.auth.sendOtp, { email }).catch(() => undefined);
    }
    expect(judged).toBeLessThanOrEqual(25);

    await t.action(api.auth.sendOtp, { email });
    await verify(t, {});
  });

  test("after any number of wrong codes, the link in the newest mail still signs up", async () => {
    const t = setupTest();
    freeze();
    for (let hour = 0; hour < 12; hour++) {
      for (let mail = 0; mail < 5; mail++) {
        await t.action(api.auth.sendOtp, { email });
        for (let i = 0; i < 6; i++) await verify(t, { otp: wrong(codeFor(email)) }).catch(() => undefined);
        pass(MINUTE);
      }
      if (hour < 11) pass(55 * MINUTE);
    }
    // The day's guesses are used up, and so is the hour's mail.
    await expect(verify(t, {})).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    await expect(t.action(api.auth.sendOtp, { email })).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });

    pass(50 * MINUTE);
    await verify(t, { otp: signUpTokenFor(email) });
    await signedIn(t, email);
  });

  test("guessing codes for days gets about a hundred guesses a day", async () => {
    const t = setupTest();
    freeze();
    const judged = [0, 0];
    for (let hour = 0; hour < 48; hour++) {
      for (let mail = 0; mail < 5; mail++) {
        await t.action(api.auth.sendOtp, { email });
        const guesses = Array.from({ length: 6 }, () => verify(t, { otp: wrong(codeFor(email)) }));
        for (const guess of await Promise.allSettled(guesses)) {
          judged[Math.floor(hour / 24)]! += codeOf(guess) === "BAD_INPUT" ? 1 : 0;
        }
        pass(MINUTE);
      }
      pass(55 * MINUTE);
    }
    expect(judged[0]).toBeLessThanOrEqual(150);
    expect(judged[1]).toBeLessThanOrEqual(101);
  });

  test("guesses at an address with neither account nor code do not slow a person who signs up with it later", async () => {
    const t = setupTest();
    freeze();
    const early = await Promise.allSettled(Array.from({ length: 8 }, () => verify(t, { otp: "123456" })));
    expect(early.map(codeOf).sort()).toEqual([
      ...Array<string>(5).fill("BAD_INPUT"),
      ...Array<string>(3).fill("TOO_MANY_TRIES"),
    ]);
    for (let i = 0; i < 6; i++) await signedIn(t, email, "a wrong password").catch(() => undefined);
    await expect(signedIn(t, email, "a wrong password")).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    await t.action(api.auth.sendOtp, { email });
    await verify(t, {});

    await signedIn(t, email);
  });

  test("guesses at a password are slowed, for a quarter of an hour at most, and guesses at a code do not slow sign-ins", async () => {
    const t = setupTest();
    freeze();
    await signsUp(t, "Asha");
    for (let i = 0; i < 8; i++) await verify(t, { otp: "123456" }).catch(() => undefined);
    for (let i = 0; i < 5; i++) {
      await expect(signedIn(t, email, "a wrong password")).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
    }

    const late = await signedIn(t, email, "a wrong password").catch((reason: unknown) => reason);
    expect(late).toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    expect((late as { data: { retryAfter: number } }).data.retryAfter).toBeLessThanOrEqual(15 * MINUTE);
    await expect(signedIn(t, email)).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    pass(15 * MINUTE);
    await signedIn(t, email);
  });

  describe("at a moderator's address", () => {
    const guess = (t: Product, address: string) => signedIn(t, address, "a wrong password", "moderator");
    const unauthenticated = { data: { code: "UNAUTHENTICATED" } };
    const tooMany = { data: { code: "TOO_MANY_TRIES" } };

    test("ten guesses at once are checked, then four in a quarter of an hour", async () => {
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
      await signsUp(t, "Asha");
      for (let i = 0; i < 5; i++) await expect(signedIn(t, both, "a wrong one")).rejects.toMatchObject(unauthenticated);
      await expect(signedIn(t, both)).rejects.toMatchObject(tooMany);
      await signedIn(t, both, PASSWORD, "moderator");
      for (let i = 0; i < 10; i++) await expect(guess(t, both)).rejects.toMatchObject(unauthenticated);
      await expect(guess(t, both)).rejects.toMatchObject(tooMany);
      pass(15 * MINUTE);
      await signedIn(t, both);
    });

    test("a signed-in moderator is not affected, and the command line lifts the limit at once", async () => {
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

  test("a clock that ran a week ahead keeps nobody from a code or a sign-in afterwards", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "1" });
    freeze();
    await signsUp(t, "Asha");
    pass(7 * 24 * 60 * MINUTE);
    for (let i = 0; i < 8; i++) await signedIn(t, email, "a wrong password").catch(() => undefined);
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    pass(-7 * 24 * 60 * MINUTE);
    await signedIn(t, email);
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    await verify(t, { email: "ravi@people.test" });
  });

  test("a sign-in resets the wrong tries before it", async () => {
    const t = setupTest();
    await signsUp(t, "Asha");
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await expect(signedIn(t, email, "a wrong password")).rejects.toThrow();
      await signedIn(t, email);
    }
  });
});
