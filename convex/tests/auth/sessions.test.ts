import { describe, expect } from "vitest";
import { api } from "../../_generated/api";
import { deleteExpired, email, ended, rows, subjectOf } from "../../testing/auth.testing";
import { pass, frozenTest, DAY } from "../../testing/clock.testing";
import { signsUp, signedIn } from "../../testing/people.testing";
import { everything, setupTest, test } from "../../testing/product.testing";
import { signOutToken } from "../../shared/signOutToken";
import { expectRefusal } from "../../testing/refusals.testing";

describe("sessions:", () => {
  test("signing out ends this session at once, and only this one", async ({ t }) => {
    const phone = await signsUp(t, "Asha");
    const laptop = await signedIn(t, email);
    await phone.action(api.auth.signOut, {});

    await expectRefusal(phone.query(api.profiles.me, {}), ended);
    await expectRefusal(
      phone.action(api.profiles.uploadPhoto, { image: new ArrayBuffer(9), contentType: "image/png" }),
      ended,
    );
    expect(await t.action(api.auth.signIn, { refreshToken: phone.refreshToken })).toEqual({ tokens: null });
    await laptop.query(api.profiles.me, {});
  });

  test("a phone that signed out offline ends its session later, with a sign-out token that does nothing else", async () => {
    const t = setupTest();
    const phone = await signsUp(t, "Asha");
    const laptop = await signedIn(t, email);
    const ticket = await tokenOf(phone.refreshToken);
    const { tokens } = await t.action(api.auth.signIn, { refreshToken: phone.refreshToken });
    const used = { refreshToken: ticket };
    expect(await t.action(api.auth.signIn, used)).toEqual({ tokens: null });
    await phone.query(api.profiles.me, {});

    expect(await t.mutation(api.auth.endSession, { ticket }), "works after the refresh token was exchanged").toBeNull();
    await expectRefusal(phone.query(api.profiles.me, {}), ended);
    expect(await t.action(api.auth.signIn, { refreshToken: tokens?.refreshToken ?? "" })).toEqual({ tokens: null });
    await laptop.query(api.profiles.me, {});
    expect(await t.mutation(api.auth.endSession, { ticket }), "a second call returns the same").toBeNull();
  });

  test("a made-up sign-out token ends nothing and gets the same response", async ({ t }) => {
    const [asha, mallory] = [await signsUp(t, "Asha"), await signsUp(t, "Mallory")];
    const [, session] = asha.refreshToken.split("|");
    const [own, others] = [await tokenOf(mallory.refreshToken), await tokenOf(asha.refreshToken)];
    const before = await everything(t);
    const made = ["", "|", "x|y", String(session), `${session}|`, `${session}|${own.split("|")[1]}`, `${others}|`];

    for (const ticket of [...made, asha.refreshToken, `${asha.userId}|${others.split("|")[1]}`, "x".repeat(100_000)])
      expect(await t.mutation(api.auth.endSession, { ticket })).toBeNull();
    expect(await everything(t)).toBe(before);
    await asha.query(api.profiles.me, {});
  });

  test("a session lasts thirty days", async () => {
    const t = frozenTest();
    const asha = await signsUp(t, "Asha");
    pass(30 * DAY - 1);
    await asha.query(api.profiles.me, {});
    pass(2);

    await expectRefusal(asha.query(api.profiles.me, {}), ended);
    expect(await t.action(api.auth.signIn, { refreshToken: asha.refreshToken })).toEqual({ tokens: null });
  });

  test("a made-up refresh token changes no document", async ({ t }) => {
    const [asha, mallory] = [await signsUp(t, "Asha"), await signsUp(t, "Mallory")];
    const [, session] = subjectOf(asha.token);
    const [malloryToken] = mallory.refreshToken.split("|");
    const before = await everything(t);
    const made = [
      "",
      "x",
      "x|y",
      `${asha.userId}|${asha.userId}`,
      `${session}|${session}`,
      `${asha.userId}|${session}`,
      `${asha.refreshToken}|x`,
      `${malloryToken}|${session}`,
    ];

    for (const refreshToken of made)
      expect(await t.action(api.auth.signIn, { refreshToken })).toEqual({ tokens: null });
    expect(await everything(t)).toBe(before);
    await asha.query(api.profiles.me, {});
  });

  test("the twenty-first session ends the oldest", async ({ t }) => {
    const first = await signsUp(t, "Asha");
    const second = await signedIn(t, email);
    for (let i = 0; i < 19; i++) await signedIn(t, email);

    await expectRefusal(first.query(api.profiles.me, {}), ended);
    await second.query(api.profiles.me, {});
  });

  test("expired rows are deleted, and valid rows stay", async () => {
    const t = frozenTest();
    await signsUp(t, "Ravi");
    await t.action(api.auth.sendOtp, { email });
    pass(30 * DAY + 1);
    const asha = await signsUp(t, "Asha");
    await deleteExpired(t);

    expect([await rows(t, "codes"), await rows(t, "codeMails")]).toEqual([0, 2]);
    expect([await rows(t, "authSessions"), await rows(t, "authRefreshTokens")]).toEqual([1, 1]);
    await asha.query(api.profiles.me, {});
  });
});

async function tokenOf(refreshToken: string): Promise<string> {
  return (await signOutToken(refreshToken)) ?? "";
}
