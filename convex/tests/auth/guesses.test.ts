import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { email, refused, verify, wrong } from "../../testing/auth.testing";
import { pass, frozenTest, MINUTE } from "../../testing/clock.testing";
import { codeFor, signUpTokenFor } from "../../testing/mails.testing";
import { moderator, signsUp, PASSWORD, signedIn } from "../../testing/people.testing";
import { type Product, test } from "../../testing/product.testing";
import { expectRefusal, codeOf } from "../../testing/refusals.testing";

describe("limits:", () => {
  test("an address gets one code a minute, and other addresses are not affected", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    pass(20_000);

    await expectRefusal(t.action(api.auth.sendOtp, { email }), { code: "TOO_MANY_TRIES", retryAfter: 40_000 });
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    pass(40_000);
    await t.action(api.auth.sendOtp, { email });
  });

  test("an address gets five codes in any hour", async () => {
    const t = frozenTest();
    for (let i = 0; i < 5; i++) {
      await t.action(api.auth.sendOtp, { email });
      pass(5 * MINUTE);
    }
    await expectRefusal(t.action(api.auth.sendOtp, { email }), { code: "TOO_MANY_TRIES", retryAfter: 35 * MINUTE });
    pass(35 * MINUTE);
    await t.action(api.auth.sendOtp, { email });
    await expectRefusal(t.action(api.auth.sendOtp, { email }), "TOO_MANY_TRIES");
  });

  test("five wrong tries use up a code, and a new mail gives five more", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    pass(20_000);
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const wrongCode = { ...refused, triesLeft };
      await expectRefusal(verify(t, { otp: wrong(codeFor(email)) }), wrongCode);
    }

    await expectRefusal(verify(t, {}), { code: "TOO_MANY_TRIES", retryAfter: 40_000 });
    pass(40_000);
    await t.action(api.auth.sendOtp, { email });
    for (let i = 0; i < 4; i++) await expectRefusal(verify(t, { otp: wrong(codeFor(email)) }), refused);
    await verify(t, {});
  });

  test("the tries count down at an address without a code as at one with a code", async () => {
    const t = frozenTest();
    for (const triesLeft of [4, 3, 2, 1, 0]) {
      const wrongCode = { ...refused, triesLeft };
      await expectRefusal(verify(t, { email: "nobody@college.edu", otp: "123456" }), wrongCode);
    }
    await expectRefusal(verify(t, { email: "nobody@college.edu", otp: "123456" }), "TOO_MANY_TRIES");
  });

  test("after wrong codes used up the day's tries, the link in the newest mail still signs the person up", async () => {
    const t = frozenTest();
    for (let hour = 0; hour < 6; hour++) {
      for (let mail = 0; mail < 5; mail++) {
        await t.action(api.auth.sendOtp, { email });
        for (let i = 0; i < 6; i++) await verify(t, { otp: wrong(codeFor(email)) }).catch(() => undefined);
        pass(MINUTE);
      }
      if (hour < 5) pass(55 * MINUTE);
    }
    // The day's guesses are used up, and so is the hour's mail.
    await expectRefusal(verify(t, {}), "TOO_MANY_TRIES");
    await expectRefusal(t.action(api.auth.sendOtp, { email }), "TOO_MANY_TRIES");

    pass(50 * MINUTE);
    await verify(t, { otp: signUpTokenFor(email) });
    await signedIn(t, email);
  });

  test("an attacker who guesses codes for days gets about a hundred guesses a day", async () => {
    const t = frozenTest();
    const judged = [0, 0];
    for (let hour = 0; hour < 48; hour += 3) {
      for (let mail = 0; mail < 5; mail++) {
        await t.action(api.auth.sendOtp, { email });
        const guesses = Array.from({ length: 6 }, () => verify(t, { otp: wrong(codeFor(email)) }));
        for (const guess of await Promise.allSettled(guesses)) {
          judged[Math.floor(hour / 24)]! += codeOf(guess) === "BAD_INPUT" ? 1 : 0;
        }
        pass(MINUTE);
      }
      pass(175 * MINUTE);
    }
    expect(judged[0]).toBeLessThanOrEqual(150);
    expect(judged[1]).toBeLessThanOrEqual(101);
  });

  test("guesses at an unused address do not slow the person who signs up with it later", async () => {
    const t = frozenTest();
    const early = await Promise.allSettled(Array.from({ length: 8 }, () => verify(t, { otp: "123456" })));
    expect(early.map(codeOf).sort()).toEqual([
      ...Array<string>(5).fill("BAD_INPUT"),
      ...Array<string>(3).fill("TOO_MANY_TRIES"),
    ]);
    for (let i = 0; i < 6; i++) await signedIn(t, email, "a wrong password").catch(() => undefined);
    await expectRefusal(signedIn(t, email, "a wrong password"), "TOO_MANY_TRIES");
    await t.action(api.auth.sendOtp, { email });
    await verify(t, {});

    await signedIn(t, email);
  });

  test("wrong passwords block sign-ins for at most a quarter of an hour, and wrong codes never do", async () => {
    const t = frozenTest();
    await signsUp(t, "Asha");
    for (let i = 0; i < 8; i++) await verify(t, { otp: "123456" }).catch(() => undefined);
    for (let i = 0; i < 5; i++) {
      await expectRefusal(signedIn(t, email, "a wrong password"), "UNAUTHENTICATED");
    }

    const late = await signedIn(t, email, "a wrong password").catch((reason: unknown) => reason);
    expect(late).toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    expect((late as { data: { retryAfter: number } }).data.retryAfter).toBeLessThanOrEqual(15 * MINUTE);
    await expectRefusal(signedIn(t, email), "TOO_MANY_TRIES");
    pass(15 * MINUTE);
    await signedIn(t, email);
  });

  describe("at a moderator's address", () => {
    const guess = (t: Product, address: string) => signedIn(t, address, "a wrong password", "moderator");

    test("ten guesses are checked, then four in a quarter of an hour, and other moderators sign in", async () => {
      const t = frozenTest();
      const [{ email: address }, zoya] = [await moderator(t), await moderator(t, "Zoya")];
      const judged = async (guesses: number) => {
        const all = await Promise.allSettled(Array.from({ length: guesses }, () => guess(t, address)));
        return all.filter((one) => codeOf(one) === "UNAUTHENTICATED").length;
      };
      expect(await judged(30)).toBe(10);
      await expectRefusal(signedIn(t, address, PASSWORD, "moderator"), "TOO_MANY_TRIES");
      await signedIn(t, zoya.email, PASSWORD, "moderator");
      pass(15 * MINUTE);
      expect(await judged(30)).toBe(4);
    });

    test("guesses at the attendee's password do not block the moderator's sign-in, nor the reverse", async () => {
      const t = frozenTest();
      const { email: both } = await moderator(t, "Asha");
      await signsUp(t, "Asha");
      for (let i = 0; i < 5; i++) await expectRefusal(signedIn(t, both, "a wrong one"), "UNAUTHENTICATED");
      await expectRefusal(signedIn(t, both), "TOO_MANY_TRIES");
      await signedIn(t, both, PASSWORD, "moderator");
      for (let i = 0; i < 10; i++) await expectRefusal(guess(t, both), "UNAUTHENTICATED");
      await expectRefusal(guess(t, both), "TOO_MANY_TRIES");
      pass(15 * MINUTE);
      await signedIn(t, both);
    });

    test("guesses do not affect a signed-in moderator, and the command line lifts the limit at once", async () => {
      const t = frozenTest();
      const meera = await moderator(t);
      for (let i = 0; i < 10; i++) await expectRefusal(guess(t, meera.email), "UNAUTHENTICATED");
      await expectRefusal(signedIn(t, meera.email, PASSWORD, "moderator"), "TOO_MANY_TRIES");
      expect(await meera.query(api.moderator.queue, {})).toEqual([]);
      await t.action(internal.moderator.create, { email: meera.email, password: PASSWORD });
      expect(await meera.query(api.moderator.queue, {})).toEqual([]);
      await signedIn(t, meera.email, PASSWORD, "moderator");
    });
  });

  test("people still get codes and sign in after the clock ran a week ahead", async () => {
    const t = frozenTest({ RATE_LIMIT_SCALE: "1" });
    await signsUp(t, "Asha");
    pass(7 * 24 * 60 * MINUTE);
    for (let i = 0; i < 8; i++) await signedIn(t, email, "a wrong password").catch(() => undefined);
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    pass(-7 * 24 * 60 * MINUTE);
    await signedIn(t, email);
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    await verify(t, { email: "ravi@people.test" });
  });

  test("a successful sign-in resets the count of wrong passwords", async ({ t }) => {
    await signsUp(t, "Asha");
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await expect(signedIn(t, email, "a wrong password")).rejects.toThrow();
      await signedIn(t, email);
    }
  });
});
