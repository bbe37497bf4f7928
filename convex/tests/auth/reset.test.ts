import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { deleteExpired, email, holdHash, invalid, linkTo, NEXT, reset, scheduled } from "../../testing/auth.testing";
import { freeze, pass, frozenTest, MINUTE } from "../../testing/clock.testing";
import { failMail, codeFor, mailsTo, tokenFor } from "../../testing/mails.testing";
import { applicant, member, moderator, signsUp, PASSWORD, signedIn, reject } from "../../testing/people.testing";
import { everyRow, type Product, rowsIn, settled, setupTest, test } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

describe("a reset", () => {
  test("by the mailed link sets a new password, and immediately ends all sessions of this person and no other", async () => {
    const t = setupTest();
    const [, ravi] = [await member(t, "Asha"), await member(t, "Ravi")];
    const [phone, laptop] = [await signedIn(t, email), await signedIn(t, email)];
    expect(await reset(t, await linkTo(t, " ASHA@people.test ")), "signs nobody in").toBeNull();

    await expectRefusal(signedIn(t, email, PASSWORD), "UNAUTHENTICATED");
    for (const device of [phone, laptop]) {
      await expectRefusal(device.query(api.profiles.me, {}), "UNAUTHENTICATED");
      expect(await t.action(api.auth.signIn, { refreshToken: device.refreshToken })).toEqual({ tokens: null });
    }
    await ravi.query(api.profiles.me, {});
    expect(await (await signedIn(t, email, NEXT)).query(api.profiles.me, {})).toMatchObject({ name: "Asha" });
  });

  test("link is valid until used or replaced by a newer one, and checking it uses up no try", async ({ t }) => {
    await signsUp(t, "Asha");
    const works = async (token: string) => await t.query(api.auth.linkWorks, { token });
    const older = await linkTo(t, email);
    expect([await works(older), await works("0".repeat(64)), await works("")]).toEqual([true, false, false]);
    pass(5 * MINUTE);
    const token = await linkTo(t, email);
    for (let i = 0; i < 20; i += 1) expect(await works(token)).toBe(true);
    expect(await works(older)).toBe(false);
    await expectRefusal(reset(t, older), invalid);
    expect([await resets(t), await reset(t, token)]).toEqual([1, null]);
    expect(await works(token)).toBe(false);
  });

  test("needs a password of score three, and a weaker one does not use up the link", async ({ t }) => {
    await signsUp(t, "Asha");
    const token = await linkTo(t, email);
    for (const weak of ["", "password", "12345678", "short", "a".repeat(300)]) {
      await expectRefusal(reset(t, token, weak), "BAD_INPUT", "Please choose a stronger password");
    }
    await expectRefusal(reset(t, token, "Sh0rt!"), { message: "Password must be at least 8 characters" });
    await expectRefusal(reset(t, token, `Long enough 1 ${"a".repeat(128)}`), {
      message: "Password must be at most 128 characters",
    });

    await reset(t, token);
  });

  test("needs a valid address", async ({ t }) => {
    for (const nothing of ["", "   "]) {
      await expectRefusal(t.action(api.auth.requestReset, { email: nothing }), "BAD_INPUT", "Please enter your email");
    }
    for (const wrong of ["x", "a@b", `${email},mallory@people.test`, `${email}\nBcc: mallory@people.test`]) {
      await expectRefusal(t.action(api.auth.requestReset, { email: wrong }), {
        message: "Please enter a valid email address",
      });
    }
  });

  test("works for a rejected or suspended person, who keeps that status", async ({ t }) => {
    const [asha, ravi] = [await applicant(t, "Asha"), await member(t, "Ravi")];
    await reject(t, asha);
    await t.run(async (ctx) => await ctx.db.patch("users", ravi.userId, { status: "suspended" }));
    for (const [person, moderationStatus] of [
      [asha, "rejected"],
      [ravi, "suspended"],
    ] as const) {
      await reset(t, await linkTo(t, person.email));
      const back = await signedIn(t, person.email, NEXT);
      expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus });
      await expectRefusal(back.query(api.swipes.deck, {}), "FORBIDDEN");
    }
  });
});

describe("a link", () => {
  test("leads only to this app, and its token is not stored", async () => {
    const t = setupTest({ SITE_URL: "https://app.test/" });
    await signsUp(t, "Asha");
    const token = await linkTo(t, email);

    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [mail] = mailsTo(email);
    expect(new Set(`${mail?.text} ${mail?.html}`.match(/https?:[^\s"<]+/g))).toEqual(
      new Set([`https://app.test/reset-password/${token}`]),
    );
    expect((await everyRow(t)) + (await scheduled(t))).not.toContain(token);
    expect(await scheduled(t)).not.toContain(email);
  });

  test("works once, even if opened twice simultaneously", async ({ t }) => {
    await signsUp(t, "Asha");
    const token = await linkTo(t, email);
    const both = await Promise.allSettled([reset(t, token, `${NEXT}1`), reset(t, token, `${NEXT}2`)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);

    await expectRefusal(reset(t, token), invalid);
    await signedIn(t, email, `${NEXT}${1 + both.findIndex(({ status }) => status === "fulfilled")}`);
  });

  test("expires after half an hour and is deleted", async () => {
    const t = frozenTest();
    await signsUp(t, "Asha");
    const late = await linkTo(t, email);
    pass(30 * MINUTE);
    await expectRefusal(reset(t, late), invalid);
    pass(1);
    await deleteExpired(t);
    expect(await resets(t)).toBe(0);

    const token = await linkTo(t, email);
    pass(30 * MINUTE - 1);
    await reset(t, token);
  });

  test("that is replaced while its password is being hashed sets nothing", async ({ t }) => {
    await signsUp(t, "Asha");
    const token = await linkTo(t, email);
    const { reached, release } = holdHash();
    const late = reset(t, token);
    await reached;
    const newer = await linkTo(t, email);
    release();

    await expectRefusal(late, invalid);
    await signedIn(t, email, PASSWORD);
    await reset(t, newer);
  });

  test("and a sign-up code never replace each other", async ({ t }) => {
    const asha = await applicant(t, "Asha");
    await reject(t, asha);
    freeze();
    pass(2 * MINUTE);
    await t.action(api.auth.sendOtp, { email });
    const code = codeFor(email);
    const token = await linkTo(t, email);
    await reset(t, token);
    await expectRefusal(reset(t, code), invalid);

    await t.action(api.auth.verifyOtp, { email, otp: code, password: PASSWORD });
    await signedIn(t, email, PASSWORD);
  });

  test("is never mailed for a moderator's account", async ({ t }) => {
    const { email: address } = await moderator(t);
    await t.action(api.auth.requestReset, { email: address });
    await settled(t);

    expect(mailsTo(address)).toEqual([]);
    expect(await resets(t)).toBe(0);
  });

  test("that cannot be mailed is mailed later, and the response is the same", async ({ t }) => {
    await signsUp(t, "Asha");
    freeze();
    const mailed = mailsTo(email).length;
    failMail(422);
    expect(await t.action(api.auth.requestReset, { email })).toBeNull();
    await settled(t);
    expect([await resets(t), mailsTo(email).length]).toEqual([1, mailed]);
    failMail(null);
    pass(MINUTE);
    await t.mutation(internal.outbox.retryDue, {});
    await settled(t);
    expect(mailsTo(email)).toHaveLength(mailed + 1);

    await reset(t, tokenFor(email));
  });
});

async function resets(t: Product): Promise<number> {
  return (await rowsIn(t, "resets")).length;
}
