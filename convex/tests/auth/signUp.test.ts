import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { deleteExpired, email, holdHash, refused, rows, verify, wrong } from "../../testing/auth.testing";
import { pass, frozenTest, jump, MINUTE } from "../../testing/clock.testing";
import { failMail, codeFor, holdMail, mailsTo, signUpTokenFor } from "../../testing/mails.testing";
import { signsUp, signedIn } from "../../testing/people.testing";
import { everyRow, everything, rowsIn, setupTest, test } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("signing up:", () => {
  test("a mailed code and a password create an account that can sign in", async ({ t }) => {
    const asha = await signsUp(t, "Asha");

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ email, moderationStatus: "pending" });
    expect(mailsTo(email)).toMatchObject([{ from: "Festival Match <hello@festival.test>", to: email }]);
  });

  test("asking for a code returns nothing, and the digits are not stored", async ({ t }) => {
    expect(await t.action(api.auth.sendOtp, { email })).toBeNull();
    expect(await everything(t)).not.toContain(codeFor(email));
  });

  test("a wrong code creates no account and no password", async ({ t }) => {
    await t.action(api.auth.sendOtp, { email });
    await expectRefusal(verify(t, { otp: wrong(codeFor(email)) }), refused);

    expect(await rows(t, "users")).toBe(0);
    expect(await rows(t, "authAccounts")).toBe(0);
    await expectRefusal(signedIn(t, email), "UNAUTHENTICATED");
  });

  test("a code works once", async ({ t }) => {
    await signsUp(t, "Asha");

    await expectRefusal(verify(t, { password: "another one 8!" }), refused);
    await signedIn(t, email);
  });

  test("the correct code, sent twice at the same time, creates one account", async ({ t }) => {
    await t.action(api.auth.sendOtp, { email });
    const both = await Promise.allSettled([verify(t, {}), verify(t, { password: "another one 8!" })]);

    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rows(t, "users")).toBe(1);
  });

  test("a code expires after ten minutes", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    pass(10 * MINUTE);

    await expectRefusal(verify(t, {}), refused);
    expect(await rows(t, "users")).toBe(0);
  });

  test("the mailed link works without the code, once, within an hour, and only for its own address", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    const otp = signUpTokenFor(email);
    await t.action(api.auth.sendOtp, { email: "mallory@people.test" });
    await expectRefusal(verify(t, { email: "mallory@people.test", otp }), refused);
    for (const near of [wrongToken(otp), "0".repeat(64)]) {
      await expectRefusal(verify(t, { otp: near }), refused);
    }
    pass(60 * MINUTE);
    await expectRefusal(verify(t, { otp }), refused);
    pass(-1_000);
    await deleteExpired(t);
    const works = async (to: string) => await t.query(api.auth.linkWorks, { token: otp, email: to });
    expect([await works(` ${email.toUpperCase()} `), await works("mallory@people.test")]).toEqual([true, false]);
    await verify(t, { otp });
    expect(await works(email)).toBe(false);
    await expectRefusal(verify(t, { otp }), refused);
    await signedIn(t, email);
    expect(await everyRow(t)).not.toContain(otp);
  });

  test("a newer mail's link replaces the older one, and the job deletes it once expired", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    const older = signUpTokenFor(email);
    pass(MINUTE);
    await t.action(api.auth.sendOtp, { email });
    await expectRefusal(verify(t, { otp: older }), refused);
    pass(61 * MINUTE);
    await deleteExpired(t);
    expect(await rows(t, "codes")).toBe(0);
  });

  test("only a correct code causes a password hash", async ({ t }) => {
    await t.action(api.auth.sendOtp, { email });
    const hash = vi.spyOn(crypto.subtle, "deriveBits");
    await expectRefusal(verify(t, { otp: wrong(codeFor(email)) }), refused);
    expect(hash).not.toHaveBeenCalled();

    await verify(t, {});
    expect(hash).toHaveBeenCalledOnce();
  });

  test("a code that is replaced while its password is being hashed creates no account", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    const { reached, release } = holdHash();
    const verified = verify(t, {});
    await reached;
    pass(MINUTE);
    await t.action(api.auth.sendOtp, { email });
    release();

    await expectRefusal(verified, refused);
    await verify(t, {});
  });

  test("a code that arrives after the account was created does not change the password", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    pass(MINUTE);
    let arrive: (value?: unknown) => void = () => undefined;
    holdMail(new Promise((resolve) => (arrive = resolve)));
    const late = t.action(api.auth.sendOtp, { email });
    await vi.waitFor(async () => expect((await rowsIn(t, "outbox"))[0]).toMatchObject({ tries: 1 }));
    await verify(t, {});
    arrive();
    await late;

    await expectRefusal(verify(t, { password: "another one 8!" }), refused);
    await signedIn(t, email);
  });

  test("a newer code replaces the older one", async () => {
    const t = frozenTest();
    await t.action(api.auth.sendOtp, { email });
    const older = codeFor(email);
    pass(MINUTE);
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => draw(array, Number(wrong(older))));
    await t.action(api.auth.sendOtp, { email });

    await expectRefusal(verify(t, { otp: older }), refused);
    await verify(t, {});
  });

  test("two people may have the same digits, and each code is valid for its own address only", async ({ t }) => {
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => draw(array, 424242));
    await t.action(api.auth.sendOtp, { email });
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    expect([codeFor(email), codeFor("ravi@people.test")]).toEqual(["424242", "424242"]);
    expect(new Set((await rowsIn(t, "codes")).map((c) => c.codeHash)).size).toBe(2);

    await verify(t, {});
    await verify(t, { email: "ravi@people.test" });
  });

  test("another person's code is refused", async ({ t }) => {
    await t.action(api.auth.sendOtp, { email });
    await t.action(api.auth.sendOtp, { email: "mallory@people.test" });

    const otp = codeFor(email) === codeFor("mallory@people.test") ? "000000" : codeFor(email);
    await expectRefusal(verify(t, { email: "mallory@people.test", otp }), refused);
  });

  test("spaces, capitals and full-width letters do not change an address", async ({ t }) => {
    await t.action(api.auth.sendOtp, { email: "  ASHA@People.TEST " });
    await verify(t, { email: "ａｓｈａ@people.test" });

    await expectRefusal(
      t.action(api.auth.sendOtp, { email: "Asha@people.test" }),
      "ALREADY_VERIFIED",
      expect.stringContaining("already verified"),
    );
    expect(mailsTo(email)).toHaveLength(1);
    await signedIn(t, "ASHA@PEOPLE.TEST");
  });

  test.each([
    ["", "Please enter your email"],
    ["asha@people.test\nBcc: ravi@people.test", "Please enter a valid email address"],
    [`${"a".repeat(250)}@people.test`, "Please enter a valid email address"],
  ])("nothing is mailed to %j", async (address, message) => {
    const t = setupTest();

    await expectRefusal(t.action(api.auth.sendOtp, { email: address }), "BAD_INPUT", message);
    expect(await rows(t, "codeMails")).toBe(0);
  });

  test.each(["short 7", "x".repeat(129)])("the password %j is refused and the code stays valid", async (password) => {
    const t = setupTest();
    await t.action(api.auth.sendOtp, { email });

    await expectRefusal(verify(t, { password }), "BAD_INPUT");
    await verify(t, {});
  });

  test.each([422, 429, 500])(
    "a mail that cannot be sent (%i) is reported and not counted, and the older code stays valid",
    async (status) => {
      const t = setupTest();
      await t.action(api.auth.sendOtp, { email });
      // The sender pauses between its tries.
      jump();
      pass(2 * MINUTE);
      failMail(status);
      for (let i = 0; i < 6; i++) {
        await expectRefusal(t.action(api.auth.sendOtp, { email }), "MAIL_FAILED", "Failed to send OTP");
      }
      await verify(t, {});
    },
  );
});

/** A token with another first letter. */
function wrongToken(token: string): string {
  return (token.startsWith("0") ? "1" : "0") + token.slice(1);
}

/** Sets the next random number. */
function draw<T extends ArrayBufferView | null>(array: T, value: number): T {
  if (array instanceof Uint32Array) array[0] = value;
  return array;
}
