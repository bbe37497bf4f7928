import { TOTP } from "otpauth";
import { describe, expect } from "vitest";
import { api, internal } from "../../_generated/api";
import { freeze, pass, DAY } from "../../testing/clock.testing";
import { mailsTo } from "../../testing/mails.testing";
import { moderator, organiser, PASSWORD, signedIn, type Person } from "../../testing/people.testing";
import { everyRow, type Product, settled, setupTest, test } from "../../testing/product.testing";
import { expectRefusal } from "../../testing/refusals.testing";

const STEP = 30_000;
const tokens = { tokens: { token: expect.any(String) as string } };
const needed = { code: "CODE_NEEDED", message: "Enter the code from your authenticator app." };
const wrong = { code: "CODE_NEEDED", message: "That code isn't right, or it has already been used." };

describe("an authenticator app", () => {
  test("is needed only after the correct password; before that every response is the same", async () => {
    const { t, mona, app } = await withApp();
    pass(STEP);
    await expectRefusal(enter(t, mona), needed);
    expect(await enter(t, mona, app.code())).toMatchObject(tokens);
    for (const code of [undefined, app.code(1), "000000"]) {
      const attempt = t.action(api.auth.signIn, {
        provider: "moderator",
        params: { email: mona.email, password: "no", code },
      });
      await expectRefusal(attempt, "UNAUTHENTICATED", "Login failed");
    }
  });

  test("shows codes that each work once, and no older code works after a newer one", async () => {
    const { t, mona, app } = await withApp();
    await expectRefusal(enter(t, mona, app.code()), wrong);
    // The code before the next one was never used.
    pass(2 * STEP);
    await enter(t, mona, app.code());
    await expectRefusal(enter(t, mona, app.code()), wrong);
    await expectRefusal(mona.action(api.staffSecondFactor.turnOff, { code: app.code() }), "BAD_INPUT");
    await expectRefusal(enter(t, mona, app.code(-1)), wrong);
    pass(STEP);
    await enter(t, mona, app.code());
  });

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])("with a clock %i half minutes off signs its owner in: %s", async (steps, getsIn) => {
    const { t, mona, app } = await withApp();
    pass(5 * STEP);
    const attempt = enter(t, mona, app.code(steps));
    if (getsIn) expect(await attempt).toMatchObject(tokens);
    else await expectRefusal(attempt, wrong);
  });

  test("stops guessing: after five wrong codes, even the correct one is refused for a while, but not a colleague's", async () => {
    const { t, mona, app } = await withApp();
    const { mona: neil, app: neilsApp } = await withApp(t, "Neil");
    pass(STEP);
    for (let n = 0; n < 5; n += 1) await expectRefusal(enter(t, mona, "12345x"), wrong);
    await expectRefusal(enter(t, mona, app.code()), "TOO_MANY_TRIES");
    expect(await enter(t, neil, neilsApp.code())).toMatchObject(tokens);
    pass(16 * 60_000);
    expect(await enter(t, mona, app.code())).toMatchObject(tokens);
  });

  test("signs its owner in after the deployment's clock was a week ahead, and no code works twice", async () => {
    const { t, mona, app } = await withApp();
    pass(STEP);
    const before = app.code();
    await enter(t, mona, before);
    pass(7 * DAY);
    await enter(t, mona, app.code());
    pass(-7 * DAY);
    await expectRefusal(enter(t, mona, before), wrong);
    pass(STEP);
    const after = app.code();
    expect(await enter(t, mona, after)).toMatchObject(tokens);
    await expectRefusal(enter(t, mona, after), wrong);
    await expectRefusal(enter(t, mona, app.code(-1)), wrong);
    pass(7 * DAY - STEP);
    const again = app.code();
    await expectRefusal(enter(t, mona, again), wrong);
  });

  test.each<[string, (mona: Person, t: Product) => Promise<unknown>]>([
    ["at the sign-in", (mona, t) => enter(t, mona, "000000")],
    ["for new recovery codes", (mona) => mona.action(api.staffSecondFactor.renewRecovery, { code: "000000" })],
    ["to turn it off", (mona) => mona.action(api.staffSecondFactor.turnOff, { code: "aaaaa-aaaaa" })],
  ])("has a wrong code %s logged at most once an hour", async (_, attempt) => {
    const { t, mona } = await withApp();
    const entries = async () =>
      (await t.query(internal.incidents.list, {})).filter(({ what }) => what === "secondFactorWrong");
    expect(await entries()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await attempt(mona, t).catch(() => undefined);
    expect(await entries()).toMatchObject([{ about: mona.userId }]);
    pass(61 * 60_000);
    await attempt(mona, t).catch(() => undefined);
    expect(await entries()).toHaveLength(2);
  });

  test("is set up with the password and a code, which ends the person's other sessions", async () => {
    freeze();
    const t = setupTest();
    const [mona, phone] = [await moderator(t), await signedIn(t, (await moderator(t)).email, PASSWORD, "moderator")];
    await expectRefusal(mona.action(api.staffSecondFactor.start, { password: "no" }), "BAD_INPUT");
    const app = appOf((await mona.action(api.staffSecondFactor.start, { password: PASSWORD })).secret);
    await expectRefusal(mona.action(api.staffSecondFactor.confirm, { code: app.code(5) }), "BAD_INPUT");
    expect(await enter(t, mona)).toMatchObject(tokens);
    await mona.action(api.staffSecondFactor.confirm, { code: app.code() });
    expect(await mona.query(api.staff.me, {})).toMatchObject({ secondFactor: true, recoveryCodes: 10 });
    await expectRefusal(phone.query(api.staff.me, {}), "UNAUTHENTICATED");
    await expect(mona.action(api.staffSecondFactor.start, { password: PASSWORD })).rejects.toThrow();
  });

  test("has a secret and recovery codes that cannot be read in the store", async () => {
    const { t, app, recovery } = await withApp();
    const stored = await everyRow(t);
    for (const secret of [app.secret, ...recovery, ...recovery.map((code) => code.replace("-", ""))])
      expect(stored).not.toContain(secret);
  });
});

describe("a recovery code", () => {
  test("signs a person in without the phone, once, however it is typed", async () => {
    const { t, mona, recovery } = await withApp();
    expect(new Set(recovery).size).toBe(10);
    const [first = "", second = ""] = recovery;
    await enter(t, mona, ` ${first.toUpperCase().replace("-", " ")} `);
    await expectRefusal(enter(t, mona, first), wrong);
    await enter(t, mona, second);
    expect(await mona.query(api.staff.me, {})).toMatchObject({ recoveryCodes: 8 });
  });

  test("does not work for another member of the staff", async () => {
    const { t, recovery } = await withApp();
    const { mona: neil } = await withApp(t, "Neil");
    await expectRefusal(enter(t, neil, recovery[0]), wrong);
  });
});

describe("new recovery codes", () => {
  test("need a code from the app; the old ones stop working, and the app stays", async () => {
    const { t, mona, app, recovery: codes } = await withApp();
    const renew = async (code: string) => await mona.action(api.staffSecondFactor.renewRecovery, { code });
    await expectRefusal(renew("000000"), "BAD_INPUT");
    pass(STEP);
    const others = await renew(app.code());

    expect(new Set([...codes, ...others]).size).toBe(20);
    await expectRefusal(enter(t, mona, codes[0]), wrong);
    expect(await enter(t, mona, others[0])).toMatchObject(tokens);
    expect(await mona.query(api.staff.me, {})).toMatchObject({ recoveryCodes: 9, secondFactor: true });
    pass(STEP);
    expect(await enter(t, mona, app.code())).toMatchObject(tokens);
  });

  test("are not created without an app, or while one is still being set up", async ({ t }) => {
    const mona = await moderator(t, "Mona");
    await expectRefusal(mona.action(api.staffSecondFactor.renewRecovery, { code: "000000" }), "BAD_INPUT");
    const { secret } = await mona.action(api.staffSecondFactor.start, { password: PASSWORD });
    const code = new TOTP({ secret }).generate();
    await expect(mona.action(api.staffSecondFactor.renewRecovery, { code })).rejects.toThrow();
    expect(await mona.query(api.staff.me, {})).toMatchObject({ recoveryCodes: 0 });
  });
});

describe("turning off the second factor", () => {
  test("needs a code, an organiser or the command line", async () => {
    const { t, mona, app } = await withApp();
    const turnOff = async (code: string) => await mona.action(api.staffSecondFactor.turnOff, { code });
    await expectRefusal(turnOff("000000"), "BAD_INPUT");
    pass(STEP);
    await turnOff(app.code());
    expect(await enter(t, mona)).toMatchObject(tokens);

    const [ines, { mona: neil }] = [await organiser(t, "Ines"), await withApp(t, "Neil")];
    await expectRefusal(neil.mutation(api.organiser.turnOffSecondFactor, { userId: ines.userId }), "FORBIDDEN");
    await ines.mutation(api.organiser.turnOffSecondFactor, { userId: neil.userId });
    expect(await enter(t, neil)).toMatchObject(tokens);
    expect(await ines.query(api.moderator.trail, {})).toMatchObject([{ ruling: "secondFactorOff", name: "neil" }]);
    await settled(t);
    expect(mailsTo(neil.email)).toMatchObject([
      { subject: "Your Festival Match second factor was turned off", text: expect.stringContaining(ines.email) },
    ]);
    expect(mailsTo(mona.email)).toEqual([]);

    const { mona: ida } = await withApp(t, "Ida");
    await t.mutation(internal.staffSecondFactor.drop, { email: ida.email });
    expect(await enter(t, ida)).toMatchObject(tokens);
  });

  test("happens when the account is removed, so a person who comes back has none", async () => {
    const { t, mona } = await withApp();
    await t.mutation(internal.moderator.remove, { email: mona.email });
    expect(await everyRow(t)).not.toContain("usedSteps");
    expect(await (await moderator(t, "Mona")).query(api.staff.me, {})).toMatchObject({ secondFactor: false });
  });
});

describe("if all of the staff must have a second factor", () => {
  test("staff without one are refused until they set it up, and only an organiser with one can require it", async () => {
    freeze();
    const t = setupTest();
    const [ines, mona] = [await organiser(t, "Ines"), await moderator(t, "Mona")];
    await expectRefusal(
      ines.mutation(api.organiser.requireSecondFactor, { required: true }),
      "BAD_INPUT",
      "Set up your own second factor first.",
    );
    await setUp(ines);
    await ines.mutation(api.organiser.requireSecondFactor, { required: true });
    expect(await mona.query(api.staff.me, {})).toMatchObject({ mustSetUp: true });
    for (const attempt of [
      mona.query(api.moderator.queue, {}),
      mona.mutation(api.moderator.claim, { item: null }),
      mona.query(api.moderator.trail, {}),
    ])
      await expectRefusal(attempt, "FORBIDDEN");
    await setUp(mona);
    expect(await mona.query(api.moderator.queue, {})).toEqual([]);
    expect(await ines.query(api.organiser.isSecondFactorRequired, {})).toBe(true);
    expect(await mona.query(api.moderator.trail, {})).toMatchObject([{ ruling: "secondFactorRequired" }]);
  });
});

type App = { secret: string; code: (steps?: number) => string };

/** A moderator who has just set up an authenticator app. */
async function withApp(
  t?: Product,
  name = "Mona",
): Promise<{ t: Product; mona: Person; app: App; recovery: string[] }> {
  freeze();
  const product = t ?? setupTest();
  const mona = await moderator(product, name);
  return { t: product, mona, ...(await setUp(mona)) };
}

async function setUp(mona: Person): Promise<{ app: App; recovery: string[] }> {
  const { secret } = await mona.action(api.staffSecondFactor.start, { password: PASSWORD });
  const app = appOf(secret);
  return { app, recovery: await mona.action(api.staffSecondFactor.confirm, { code: app.code() }) };
}

/** An app on a phone. It shows the code of now, or of a clock that is `steps` half minutes off. */
function appOf(secret: string): App {
  return { secret, code: (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * STEP }) };
}

async function enter(t: Product, { email }: { email: string }, code?: string) {
  const params = { email, password: PASSWORD, ...(code !== undefined && { code }) };
  return await t.action(api.auth.signIn, { provider: "moderator", params });
}
