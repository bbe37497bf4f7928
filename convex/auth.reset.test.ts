import { afterEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import { codeOf, email, holdHash } from "./auth.testing";
import { freeze, pass } from "./clock.testing";
import {
  applicant,
  breakMail,
  codeFor,
  everyRow,
  mailsTo,
  member,
  moderator,
  newcomer,
  PASSWORD,
  settled,
  setupTest,
  signedIn,
  tokenFor,
  waitingVersion,
  type Person,
  type Product,
} from "./people.testing";

const MINUTE = 60_000;
const NEXT = "Another horse 8?";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("a reset", () => {
  test("by the mailed link sets a new password and signs nobody in", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const token = await linkTo(t, " ASHA@people.test ");
    expect(await reset(t, token)).toBeNull();

    await expect(signedIn(t, email, PASSWORD)).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
    await signedIn(t, email, NEXT);
  });

  test("ends every session of its person at once, and nobody else's", async () => {
    const t = setupTest();
    const [phone, ravi] = [await member(t, "Asha"), await member(t, "Ravi")];
    const laptop = await signedIn(t, email);
    await reset(t, await linkTo(t, email));

    for (const device of [phone, laptop]) {
      await expect(device.query(api.profiles.me, {})).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
      expect(await t.action(api.auth.signIn, { refreshToken: device.refreshToken })).toEqual({ tokens: null });
    }
    await ravi.query(api.profiles.me, {});
    expect(await (await signedIn(t, email, NEXT)).query(api.profiles.me, {})).toMatchObject({ name: "Asha" });
  });

  test("wants a password of score three, and a weaker one does not use the link up", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const token = await linkTo(t, email);
    for (const weak of ["", "password", "12345678", "short", "a".repeat(300)]) {
      await expect(reset(t, token, weak)).rejects.toMatchObject({
        data: { code: "BAD_INPUT", message: "Please choose a stronger password" },
      });
    }
    await expect(reset(t, token, "Sh0rt!")).rejects.toMatchObject({
      data: { message: "Password must be at least 8 characters" },
    });
    await expect(reset(t, token, `Long enough 1 ${"a".repeat(128)}`)).rejects.toMatchObject({
      data: { message: "Password must be at most 128 characters" },
    });

    await reset(t, token);
  });

  test("needs an address", async () => {
    const t = setupTest();
    for (const nothing of ["", "   "]) {
      await expect(t.action(api.auth.requestReset, { email: nothing })).rejects.toMatchObject({
        data: { code: "BAD_INPUT", message: "Please enter your email" },
      });
    }
    for (const wrong of ["x", "a@b", `${email},mallory@people.test`, `${email}\nBcc: mallory@people.test`]) {
      await expect(t.action(api.auth.requestReset, { email: wrong })).rejects.toMatchObject({
        data: { message: "Please enter a valid email address" },
      });
    }
  });

  test("is open to a rejected and a suspended person, and gives them nothing else", async () => {
    const t = setupTest();
    const [asha, ravi] = [await applicant(t, "Asha"), await member(t, "Ravi")];
    await reject(t, asha);
    await t.run(async (ctx) => await ctx.db.patch("users", ravi.userId, { status: "suspended" }));
    for (const [person, standing] of [
      [asha, "rejected"],
      [ravi, "suspended"],
    ] as const) {
      await reset(t, await linkTo(t, person.email));
      const back = await signedIn(t, person.email, NEXT);
      expect(await back.query(api.profiles.me, {})).toMatchObject({ moderationStatus: standing });
      await expect(back.query(api.swipes.deck, {})).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
    }
  });
});

describe("a link", () => {
  test("leads to this app and nowhere else, and its token is kept nowhere", async () => {
    const t = setupTest({ SITE_URL: "https://app.test/" });
    await newcomer(t, "Asha");
    const token = await linkTo(t, email);

    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [mail] = mailsTo(email);
    expect(new Set(`${mail?.text} ${mail?.html}`.match(/https?:[^\s"<]+/g))).toEqual(
      new Set([`https://app.test/reset-password/${token}`]),
    );
    expect((await everyRow(t)) + (await scheduled(t))).not.toContain(token);
    expect(await scheduled(t)).not.toContain(email);
  });

  test("works once, also when it is opened twice at once", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const token = await linkTo(t, email);
    const both = await Promise.allSettled([reset(t, token, `${NEXT}1`), reset(t, token, `${NEXT}2`)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);

    await expect(reset(t, token)).rejects.toMatchObject(invalid);
    await signedIn(t, email, `${NEXT}${1 + both.findIndex(({ status }) => status === "fulfilled")}`);
  });

  test("runs out after half an hour and is swept away", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Asha");
    const late = await linkTo(t, email);
    pass(30 * MINUTE);
    await expect(reset(t, late)).rejects.toMatchObject(invalid);
    pass(1);
    await t.mutation(internal.auth.purge, {});
    expect(await resets(t)).toBe(0);

    const token = await linkTo(t, email);
    pass(30 * MINUTE - 1);
    await reset(t, token);
  });

  test("gives way to a newer one", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const [older, newer] = [await linkTo(t, email), await linkTo(t, email)];

    expect(await resets(t)).toBe(1);
    await expect(reset(t, older)).rejects.toMatchObject(invalid);
    await reset(t, newer);
  });

  test("that gives way while its password is being hashed sets nothing", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const token = await linkTo(t, email);
    const { reached, release } = holdHash();
    const late = reset(t, token);
    await reached;
    const newer = await linkTo(t, email);
    release();

    await expect(late).rejects.toMatchObject(invalid);
    await signedIn(t, email, PASSWORD);
    await reset(t, newer);
  });

  test("and a sign-up code never replace each other", async () => {
    const t = setupTest();
    const asha = await applicant(t, "Asha");
    await reject(t, asha);
    freeze();
    pass(2 * MINUTE);
    await t.action(api.auth.sendOtp, { email });
    const code = codeFor(email);
    const token = await linkTo(t, email);
    await reset(t, token);
    await expect(reset(t, code)).rejects.toMatchObject(invalid);

    await t.action(api.auth.verifyOtp, { email, otp: code, password: PASSWORD });
    await signedIn(t, email, PASSWORD);
  });

  test("of one person opens nobody else's account", async () => {
    const t = setupTest();
    const [, mallory] = [await newcomer(t, "Asha"), await newcomer(t, "Mallory")];
    await reset(t, await linkTo(t, mallory.email));

    await signedIn(t, email, PASSWORD);
    await expect(signedIn(t, email, NEXT)).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
  });

  test("is never mailed for a moderator's account", async () => {
    const t = setupTest();
    const { email: address } = await moderator(t);
    await t.action(api.auth.requestReset, { email: address });
    await settled(t);

    expect(mailsTo(address)).toEqual([]);
    expect(await resets(t)).toBe(0);
  });

  test("that cannot be mailed is mailed later, and whoever asked hears the same", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    freeze();
    const mailed = mailsTo(email).length;
    breakMail(422);
    expect(await t.action(api.auth.requestReset, { email })).toBeNull();
    await settled(t);
    expect([await resets(t), mailsTo(email).length]).toEqual([1, mailed]);
    breakMail(null);
    pass(MINUTE);
    await t.mutation(internal.contactMails.sweep, {});
    await settled(t);
    expect(mailsTo(email)).toHaveLength(mailed + 1);

    await reset(t, tokenFor(email));
  });
});

describe("whoever tries", () => {
  test("learns from no answer which addresses have an account", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Asha");
    const answers = async (address: string) => {
      const all = [];
      for (let i = 0; i < 5; i++) {
        all.push(
          await t.action(api.auth.requestReset, { email: address }).catch(({ data }: { data: unknown }) => data),
        );
      }
      return all;
    };
    const known = await answers(email);
    expect(await answers("nobody@people.test")).toEqual(known);
    expect(known).toMatchObject([null, null, null, { code: "TOO_MANY_TRIES" }, { code: "TOO_MANY_TRIES" }]);
    const jobs = JSON.parse(await scheduled(t)) as { name: string }[];
    expect(jobs.filter(({ name }) => name.includes("contactMails:deliver"))).toHaveLength(6);
    await settled(t);
    expect(mailsTo("nobody@people.test")).toEqual([]);
  });

  test("asks for three links at once and five an hour, of one address; another's are not touched", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Asha");
    let granted = 0;
    for (let minute = 0; minute < 60; minute++) {
      granted += await t.action(api.auth.requestReset, { email }).then(
        () => 1,
        () => 0,
      );
      pass(MINUTE);
    }
    expect(granted).toBeLessThanOrEqual(8);
    await t.action(api.auth.requestReset, { email: "ravi@people.test" });
    await settled(t);
  });

  test("shares one budget of links with everybody", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "0.008" });
    const all = Array.from({ length: 40 }, (_, i) => t.action(api.auth.requestReset, { email: `p${i}@people.test` }));
    // 1,500 × 0.008 in ten minutes are twelve, in eight shards of one and a half.
    const refusals = (await Promise.allSettled(all)).filter(({ status }) => status === "rejected");
    expect(refusals.length).toBeGreaterThanOrEqual(28);
    await settled(t);
  });

  test.each(["", "x", "0".repeat(64), "null", "__proto__", "é".repeat(40)])("has no luck with %j", async (made) => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const token = await linkTo(t, email);
    const before = await everyRow(t);
    await expect(reset(t, made)).rejects.toMatchObject(invalid);
    for (const near of [token.toUpperCase(), `${token} `, token.slice(1), `${token}0`, await storedHash(t)]) {
      await expect(reset(t, near)).rejects.toMatchObject(invalid);
    }
    expect(await everyRow(t)).toBe(before);
  });

  test("with thousands of made-up tokens is slowed, and costs no hash; a true link still works", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "0.008" });
    const asha = await newcomer(t, "Asha");
    const token = await linkTo(t, asha.email);
    const hash = vi.spyOn(crypto.subtle, "deriveBits");
    const tries = Array.from({ length: 200 }, (_, i) => reset(t, i.toString(16).padStart(64, "0")));
    const codes = (await Promise.allSettled(tries)).map(codeOf);
    expect(new Set(codes)).toEqual(new Set(["BAD_INPUT", "TOO_MANY_TRIES"]));
    expect(hash).not.toHaveBeenCalled();

    await reset(t, token);
  });

  test("with one true link makes the machine hash five times at most", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const token = await linkTo(t, email);
    const hash = vi.spyOn(crypto.subtle, "deriveBits");
    await Promise.allSettled(Array.from({ length: 30 }, () => reset(t, token)));

    expect(hash.mock.calls.length).toBeLessThanOrEqual(5);
    await signedIn(t, email, NEXT);
  });

  test("guesses at passwords until nobody may try any more does not keep the owner from a reset", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Asha");
    for (let i = 0; i < 8; i++) await signedIn(t, email, "a wrong password").catch(() => undefined);
    await expect(signedIn(t, email)).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    await reset(t, await linkTo(t, email));

    await signedIn(t, email, NEXT);
  });

  test("guesses that go on after a reset do not keep the owner out, once, for a quarter of an hour", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Asha");
    const guesses = async (times: number) => await guessed(t, times);
    await reset(t, await linkTo(t, email));
    expect(new Set(await guesses(30))).toEqual(new Set(["UNAUTHENTICATED"]));
    await signedIn(t, email, NEXT);
    expect(await guesses(8)).toEqual([...Array<string>(5).fill("UNAUTHENTICATED"), ...tooMany(3)]);
    await expect(signedIn(t, email, NEXT)).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });

    pass(60 * MINUTE);
    await reset(t, await linkTo(t, email));
    pass(16 * MINUTE);
    expect(await guesses(8)).toEqual([...Array<string>(5).fill("UNAUTHENTICATED"), ...tooMany(3)]);
  });

  test("a thousand guesses after a reset are all that is excused", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Asha");
    await reset(t, await linkTo(t, email));
    const judged = await guessed(t, 1_007);

    expect(judged.filter((code) => code === "UNAUTHENTICATED")).toHaveLength(1_005);
    expect(judged.slice(-2)).toEqual(tooMany(2));
  });
});

/** How so many guesses at Asha's password were answered, in their order. */
async function guessed(t: Product, times: number): Promise<(string | undefined)[]> {
  const answers = [];
  for (let i = 0; i < times; i++) answers.push(...(await Promise.allSettled([signedIn(t, email, "a wrong password")])));
  return answers.map(codeOf);
}

const tooMany = (times: number) => Array<string>(times).fill("TOO_MANY_TRIES");

const invalid = { data: { code: "BAD_INPUT", message: "Invalid reset link" } };

/** Asks for a link and waits for the mail. */
async function linkTo(t: Product, address: string): Promise<string> {
  await t.action(api.auth.requestReset, { email: address });
  await settled(t);
  return tokenFor(address.trim().toLowerCase());
}

async function reset(t: Product, token: string, password = NEXT): Promise<null> {
  return await t.action(api.auth.resetPassword, { token, password });
}

async function reject(t: Product, person: Person): Promise<void> {
  const id = await waitingVersion(t, person);
  await (await moderator(t)).mutation(api.moderator.decide, { id, approved: false });
}

async function resets(t: Product): Promise<number> {
  return await t.run(async (ctx) => (await ctx.db.query("resets").collect()).length);
}

async function storedHash(t: Product): Promise<string> {
  return await t.run(async (ctx) => (await ctx.db.query("resets").first())?.tokenHash ?? "");
}

/** Everything that is or was to be done later, as text: it stays on record for days. */
async function scheduled(t: Product): Promise<string> {
  return JSON.stringify(await t.run(async (ctx) => await ctx.db.system.query("_scheduled_functions").collect()));
}
