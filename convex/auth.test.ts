import { afterEach, describe, expect, test, vi } from "vitest";
import { api, internal } from "./_generated/api";
import {
  breakMail,
  codeFor,
  holdMail,
  mailsTo,
  moderator,
  newcomer,
  PASSWORD,
  setupTest,
  signedIn,
  type Product,
} from "./people.testing";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const email = "asha@people.test";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("signing up", () => {
  test("a mailed code and a password make an account that can sign in", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");

    expect(await asha.query(api.profiles.me, {})).toMatchObject({ email, moderationStatus: "pending" });
    expect(mailsTo(email)).toMatchObject([{ from: "Festival Match <hello@festival.test>", to: email }]);
  });

  test("asking for a code answers nothing, and the digits are kept nowhere", async () => {
    const t = setupTest();

    expect(await t.action(api.auth.sendOtp, { email })).toBeNull();
    expect(await everything(t)).not.toContain(codeFor(email));
  });

  test("no account and no password exist before the code is right", async () => {
    const t = setupTest();
    await t.action(api.auth.sendOtp, { email });
    await expect(verify(t, { otp: wrong(codeFor(email)) })).rejects.toMatchObject(refused);

    expect(await rows(t, "users")).toBe(0);
    expect(await rows(t, "authAccounts")).toBe(0);
    await expect(signedIn(t, email)).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
  });

  test("a code works once", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");

    await expect(verify(t, { password: "another one 8!" })).rejects.toMatchObject(refused);
    await signedIn(t, email);
  });

  test("the same right code twice at once makes one account", async () => {
    const t = setupTest();
    await t.action(api.auth.sendOtp, { email });
    const both = await Promise.allSettled([verify(t, {}), verify(t, { password: "another one 8!" })]);

    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await rows(t, "users")).toBe(1);
  });

  test("a code runs out after ten minutes", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    pass(10 * MINUTE);

    await expect(verify(t, {})).rejects.toMatchObject(refused);
    expect(await rows(t, "codes")).toBe(0);
  });

  test("only a right code costs the work of hashing a password", async () => {
    const t = setupTest();
    await t.action(api.auth.sendOtp, { email });
    const hash = vi.spyOn(crypto.subtle, "deriveBits");
    await expect(verify(t, { otp: wrong(codeFor(email)) })).rejects.toMatchObject(refused);
    expect(hash).not.toHaveBeenCalled();

    await verify(t, {});
    expect(hash).toHaveBeenCalledOnce();
  });

  test("a code that is replaced while its password is being hashed makes no account", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    const { reached, release } = holdHash();
    const verified = verify(t, {});
    await reached;
    pass(MINUTE);
    await t.action(api.auth.sendOtp, { email });
    release();

    await expect(verified).rejects.toMatchObject(refused);
    await verify(t, {});
  });

  test("a code that comes late, when the account is there, changes no password", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    pass(MINUTE);
    let arrive: (value?: unknown) => void = () => undefined;
    holdMail(new Promise((resolve) => (arrive = resolve)));
    const late = t.action(api.auth.sendOtp, { email });
    await verify(t, {});
    arrive();
    await late;

    await expect(verify(t, { password: "another one 8!" })).rejects.toMatchObject(refused);
    await signedIn(t, email);
  });

  test("a newer code replaces the older one", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    const older = codeFor(email);
    pass(MINUTE);
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => draw(array, Number(wrong(older))));
    await t.action(api.auth.sendOtp, { email });

    await expect(verify(t, { otp: older })).rejects.toMatchObject(refused);
    await verify(t, {});
  });

  test("two people may hold the same digits, and each belongs to its address alone", async () => {
    const t = setupTest();
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => draw(array, 424242));
    await t.action(api.auth.sendOtp, { email });
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    expect([codeFor(email), codeFor("ravi@people.test")]).toEqual(["424242", "424242"]);
    expect(
      new Set(await t.run(async (ctx) => (await ctx.db.query("codes").collect()).map((c) => c.codeHash))).size,
    ).toBe(2);

    await verify(t, {});
    await verify(t, { email: "ravi@people.test" });
  });

  test("somebody else's code is no use", async () => {
    const t = setupTest();
    await t.action(api.auth.sendOtp, { email });
    await t.action(api.auth.sendOtp, { email: "mallory@people.test" });

    const otp = codeFor(email) === codeFor("mallory@people.test") ? "000000" : codeFor(email);
    await expect(verify(t, { email: "mallory@people.test", otp })).rejects.toMatchObject(refused);
  });

  test("an address is the same however it is typed", async () => {
    const t = setupTest();
    await t.action(api.auth.sendOtp, { email: "  ASHA@People.TEST " });
    await verify(t, { email: "ａｓｈａ@people.test" });

    await expect(t.action(api.auth.sendOtp, { email: "Asha@people.test" })).rejects.toMatchObject({
      data: { code: "ALREADY_VERIFIED", message: expect.stringContaining("already verified") },
    });
    expect(mailsTo(email)).toHaveLength(1);
    await signedIn(t, "ASHA@PEOPLE.TEST");
  });

  test.each([
    ["", "Please enter your email"],
    ["   ", "Please enter your email"],
    ["asha", "Please enter a valid email address"],
    ["asha@people.test,ravi@people.test", "Please enter a valid email address"],
    ["asha@people.test\nBcc: ravi@people.test", "Please enter a valid email address"],
    ["Asha <asha@people.test>", "Please enter a valid email address"],
    [`${"a".repeat(250)}@people.test`, "Please enter a valid email address"],
  ])("nothing is mailed to %j", async (address, message) => {
    const t = setupTest();

    await expect(t.action(api.auth.sendOtp, { email: address })).rejects.toMatchObject({
      data: { code: "BAD_INPUT", message },
    });
    expect(await rows(t, "mailings")).toBe(0);
  });

  test.each(["short 7", "x".repeat(129)])("the password %j is refused and the code stays good", async (password) => {
    const t = setupTest();
    await t.action(api.auth.sendOtp, { email });

    await expect(verify(t, { password })).rejects.toMatchObject({ data: { code: "BAD_INPUT" } });
    await verify(t, {});
  });

  test("a mail that cannot be sent says so, counts for nothing and leaves the older code good", async () => {
    const t = setupTest();
    freeze();
    await t.action(api.auth.sendOtp, { email });
    pass(2 * MINUTE);
    breakMail(422);
    for (let i = 0; i < 6; i++) {
      await expect(t.action(api.auth.sendOtp, { email })).rejects.toMatchObject({
        data: { code: "MAIL_FAILED", message: "Failed to send OTP" },
      });
    }
    await verify(t, {});
  });

  test("a mail provider that falters for a moment is asked again", async () => {
    const t = setupTest();
    breakMail(500);
    setTimeout(() => breakMail(null), 100);
    await t.action(api.auth.sendOtp, { email });

    expect(mailsTo(email)).toHaveLength(1);
  });
});

describe("limits", () => {
  test("one mail a minute for an address, and another address is not touched", async () => {
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

  test("everybody's mails have one budget, whatever the address", async () => {
    const t = setupTest({ RATE_LIMIT_SCALE: "0.004" });
    const all = Array.from({ length: 40 }, (_, i) => t.action(api.auth.sendOtp, { email: `p${i}@people.test` }));
    // 3,000 × 0.004 in ten minutes are twelve, in eight shards of one and a half.
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

  test("of fifty guesses a handful is judged in an hour, fresh codes between or not, and the right one waits too", async () => {
    const t = setupTest();
    freeze();
    let judged = 0;
    for (let round = 0; round < 5; round++) {
      await t.action(api.auth.sendOtp, { email });
      const guesses = Array.from({ length: 10 }, () => verify(t, { otp: wrong(codeFor(email)) }));
      for (const guess of await Promise.allSettled(guesses)) judged += refusedAs(guess) === "BAD_INPUT" ? 1 : 0;
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

  test("guesses at an address that has neither account nor code do not keep out whoever signs up with it", async () => {
    const t = setupTest();
    freeze();
    const early = await Promise.allSettled(Array.from({ length: 8 }, () => verify(t, { otp: "123456" })));
    expect(early.map(refusedAs)).toEqual([
      ...Array<string>(5).fill("BAD_INPUT"),
      ...Array<string>(3).fill("TOO_MANY_TRIES"),
    ]);
    await expect(signedIn(t, email, "a wrong password")).rejects.toMatchObject({ data: { code: "TOO_MANY_TRIES" } });
    await t.action(api.auth.sendOtp, { email });
    await verify(t, {});

    await signedIn(t, email);
  });

  test("one throttle slows every way of guessing, for a quarter of an hour at most", async () => {
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

  test("a crowd at made-up addresses makes nobody wait without end: beyond sixty one is told so, and no try is lost", async () => {
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

  describe("at a moderator's address", () => {
    const guess = (t: Product, address: string) => signedIn(t, address, "a wrong password", "moderator");
    const unauthenticated = { data: { code: "UNAUTHENTICATED" } };
    const tooMany = { data: { code: "TOO_MANY_TRIES" } };

    test("guesses are slowed too, and one moderator's do not slow another's", async () => {
      const t = setupTest();
      freeze();
      const [meera, zoya] = [await moderator(t), await moderator(t, "Zoya")];
      for (let i = 0; i < 20; i++) await expect(guess(t, meera.email)).rejects.toMatchObject(unauthenticated);
      await expect(guess(t, meera.email)).rejects.toMatchObject(tooMany);
      await expect(signedIn(t, meera.email, PASSWORD, "moderator")).rejects.toMatchObject(tooMany);
      await signedIn(t, zoya.email, PASSWORD, "moderator");
      pass(15 * MINUTE);
      await signedIn(t, meera.email, PASSWORD, "moderator");
    });

    test("guesses at one door do not shut the other for whoever has both", async () => {
      const t = setupTest();
      freeze();
      const { email: both } = await moderator(t, "Asha");
      await newcomer(t, "Asha");
      for (let i = 0; i < 5; i++) await expect(signedIn(t, both, "a wrong one")).rejects.toMatchObject(unauthenticated);
      await expect(signedIn(t, both)).rejects.toMatchObject(tooMany);
      await signedIn(t, both, PASSWORD, "moderator");
      for (let i = 0; i < 20; i++) await expect(guess(t, both)).rejects.toMatchObject(unauthenticated);
      await expect(guess(t, both)).rejects.toMatchObject(tooMany);
      pass(15 * MINUTE);
      await signedIn(t, both);
    });

    test("whoever is signed in goes on, and the command line lets them in at once", async () => {
      const t = setupTest();
      freeze();
      const meera = await moderator(t);
      for (let i = 0; i < 20; i++) await expect(guess(t, meera.email)).rejects.toMatchObject(unauthenticated);
      await expect(signedIn(t, meera.email, PASSWORD, "moderator")).rejects.toMatchObject(tooMany);
      expect(await meera.query(api.moderator.queue, {})).toEqual([]);
      await t.action(internal.moderator.create, { email: meera.email, password: PASSWORD });
      expect(await meera.query(api.moderator.queue, {})).toEqual([]);
      await signedIn(t, meera.email, PASSWORD, "moderator");
    });
  });

  test("a sign-in forgets the wrong tries before it", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 4; i++) await expect(signedIn(t, email, "a wrong password")).rejects.toThrow();
      await signedIn(t, email);
    }
  });
});

describe("signing in", () => {
  test("a wrong password and an unknown address get the same answer", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const answer = { data: { code: "UNAUTHENTICATED", message: "Failed to login" } };

    await expect(signedIn(t, email, "a wrong password")).rejects.toMatchObject(answer);
    await expect(signedIn(t, "nobody@people.test")).rejects.toMatchObject(answer);
  });

  test.each([undefined, null, "x", {}, { email }, { email, password: 7 }, { email: "x", password: "" }])(
    "parameters %j are a failed sign-in",
    async (params) => {
      const t = setupTest();
      await expect(t.action(api.auth.signIn, { provider: "password", params })).rejects.toMatchObject({
        data: { code: "UNAUTHENTICATED", message: "Failed to login" },
      });
    },
  );

  test("no other way in exists", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");

    expect(await t.action(api.auth.signIn, { provider: "credentials", params: { email, password: PASSWORD } })).toEqual(
      { tokens: null },
    );
    expect(await t.action(api.auth.signIn, { params: { code: codeFor(email) } })).toEqual({ tokens: null });
    expect(await t.action(api.auth.signIn, {})).toEqual({ tokens: null });
  });

  test("attendees and moderators have their own door and their own rooms", async () => {
    const t = setupTest();
    const [asha, mona] = [await newcomer(t, "Asha"), await moderator(t)];

    await expect(signedIn(t, asha.email, PASSWORD, "moderator")).rejects.toMatchObject({
      data: { message: "Login failed" },
    });
    await expect(signedIn(t, mona.email, PASSWORD)).rejects.toMatchObject({ data: { message: "Failed to login" } });
    await expect(asha.query(api.moderator.queue, {})).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
    await expect(mona.query(api.profiles.me, {})).rejects.toMatchObject({ data: { code: "FORBIDDEN" } });
  });

  test("one address may be an attendee and a moderator, each with its own password", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    await t.action(internal.moderator.create, { email, password: "moderators only 9" });

    await signedIn(t, email, PASSWORD);
    await signedIn(t, email, "moderators only 9", "moderator");
    await expect(signedIn(t, email, PASSWORD, "moderator")).rejects.toThrow();
  });

  test("making a moderator again changes nothing; with another password it ends their sessions", async () => {
    const t = setupTest();
    const mona = await moderator(t);
    await t.action(internal.moderator.create, { email: mona.email, password: PASSWORD });
    await mona.query(api.moderator.queue, {});

    await t.action(internal.moderator.create, { email: mona.email, password: "moderators only 9" });
    await expect(mona.query(api.moderator.queue, {})).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
    await expect(signedIn(t, mona.email, PASSWORD, "moderator")).rejects.toThrow();
  });
});

test("a password that is changed while it is being checked opens no session", async () => {
  const t = setupTest();
  const { email: address } = await moderator(t);
  const { reached, release } = holdHash();
  const entering = signedIn(t, address, PASSWORD, "moderator");
  await reached;
  await t.action(internal.moderator.create, { email: address, password: "moderators only 9" });
  release();

  await expect(entering).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
});

describe("sessions", () => {
  test("signing out ends this session at once, and only this one", async () => {
    const t = setupTest();
    const phone = await newcomer(t, "Asha");
    const laptop = await signedIn(t, email);
    await phone.action(api.auth.signOut, {});

    await expect(phone.query(api.profiles.me, {})).rejects.toMatchObject(ended);
    await expect(
      phone.action(api.profiles.uploadPhoto, { image: new ArrayBuffer(9), contentType: "image/png" }),
    ).rejects.toMatchObject(ended);
    expect(await t.action(api.auth.signIn, { refreshToken: phone.refreshToken })).toEqual({ tokens: null });
    await laptop.query(api.profiles.me, {});
  });

  test("nobody who is not signed in sees anything", async () => {
    const t = setupTest();
    await expect(t.query(api.profiles.me, {})).rejects.toMatchObject(ended);
    await expect(t.query(api.moderator.stats, {})).rejects.toMatchObject(ended);
  });

  test("a session of one person does not speak for another", async () => {
    const t = setupTest();
    const [asha, ravi] = [await newcomer(t, "Asha"), await newcomer(t, "Ravi")];
    const [, session] = subjectOf(ravi.token);

    for (const subject of [`${asha.userId}|${session}`, asha.userId, `${asha.userId}|${asha.userId}`, "|", "x|y"]) {
      await expect(t.withIdentity({ subject }).query(api.profiles.me, {})).rejects.toMatchObject(ended);
    }
  });

  test("a session lasts thirty days", async () => {
    const t = setupTest();
    freeze();
    const asha = await newcomer(t, "Asha");
    pass(30 * DAY - 1);
    await asha.query(api.profiles.me, {});
    pass(2);

    await expect(asha.query(api.profiles.me, {})).rejects.toMatchObject(ended);
    expect(await t.action(api.auth.signIn, { refreshToken: asha.refreshToken })).toEqual({ tokens: null });
  });

  test("a refresh token gives a new token for the same session", async () => {
    const t = setupTest();
    const asha = await newcomer(t, "Asha");
    const { tokens } = await t.action(api.auth.signIn, { refreshToken: asha.refreshToken });

    expect(subjectOf(tokens?.token ?? "")).toEqual(subjectOf(asha.token));
  });

  test("a made-up refresh token touches nobody's documents", async () => {
    const t = setupTest();
    const [asha, mallory] = [await newcomer(t, "Asha"), await newcomer(t, "Mallory")];
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

  test("the twenty-first session ends the oldest", async () => {
    const t = setupTest();
    const first = await newcomer(t, "Asha");
    const second = await signedIn(t, email);
    for (let i = 0; i < 19; i++) await signedIn(t, email);

    await expect(first.query(api.profiles.me, {})).rejects.toMatchObject(ended);
    await second.query(api.profiles.me, {});
  });

  test("what has run out is swept away, what lives stays", async () => {
    const t = setupTest();
    freeze();
    await newcomer(t, "Ravi");
    await t.action(api.auth.sendOtp, { email });
    pass(30 * DAY + 1);
    const asha = await newcomer(t, "Asha");
    await t.mutation(internal.auth.purge, {});

    expect([await rows(t, "codes"), await rows(t, "mailings")]).toEqual([0, 1]);
    expect([await rows(t, "authSessions"), await rows(t, "authRefreshTokens")]).toEqual([1, 1]);
    await asha.query(api.profiles.me, {});
  });
});

const refused = { data: { code: "BAD_INPUT", message: "Failed to verify OTP" } };
const ended = { data: { code: "UNAUTHENTICATED", message: "Session expired. Please login again." } };

type Table = "users" | "authAccounts" | "authSessions" | "authRefreshTokens" | "codes" | "mailings";

async function verify(t: Product, given: { email?: string; otp?: string; password?: string }) {
  const address = given.email ?? email;
  return await t.action(api.auth.verifyOtp, {
    email: address,
    otp: codeFor(address.normalize("NFKC")),
    password: PASSWORD,
    ...given,
  });
}

async function rows(t: Product, table: Table): Promise<number> {
  return await t.run(async (ctx) => (await ctx.db.query(table).collect()).length);
}

/** Every row of the tables of this room, as text. */
async function everything(t: Product): Promise<string> {
  const tables: Table[] = ["users", "authAccounts", "authSessions", "authRefreshTokens", "codes", "mailings"];
  return JSON.stringify(
    await t.run(async (ctx) => await Promise.all(tables.map((table) => ctx.db.query(table).collect()))),
  );
}

function refusedAs(result: PromiseSettledResult<unknown>): string | undefined {
  return result.status === "rejected" ? (result.reason as { data?: { code: string } }).data?.code : undefined;
}

/** Nobody's password is hashed until it is released. */
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

function wrong(code: string): string {
  return code === "111111" ? "222222" : "111111";
}

/** Makes the next random number this one. */
function draw<T extends ArrayBufferView | null>(array: T, value: number): T {
  if (array instanceof Uint32Array) array[0] = value;
  return array;
}

function subjectOf(token: string): string[] {
  const payload = token.split(".")[1] ?? "";
  return (JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/"))) as { sub: string }).sub.split("|");
}

/** Holds the next password hash until it is released. */
function holdHash(): { reached: Promise<void>; release: () => void } {
  const { deriveBits } = crypto.subtle;
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const reached = new Promise<void>((resolve) => {
    vi.spyOn(crypto.subtle, "deriveBits").mockImplementationOnce(async (...args) => {
      resolve();
      await held;
      return await deriveBits.apply(crypto.subtle, args);
    });
  });
  return { reached, release: () => release() };
}

function freeze(): void {
  vi.useFakeTimers({ toFake: ["Date"] });
}

function pass(milliseconds: number): void {
  vi.setSystemTime(Date.now() + milliseconds);
}
