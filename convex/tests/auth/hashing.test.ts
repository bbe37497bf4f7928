import { describe, expect, onTestFinished, vi } from "vitest";
import { api } from "../../_generated/api";
import { email, linkTo, NEXT, reset, verify } from "../../testing/auth.testing";
import { freeze, pass, MINUTE } from "../../testing/clock.testing";
import { codeFor, signUpTokenFor } from "../../testing/mails.testing";
import { hashing } from "../../model/auth/secrets";
import { moderator, signsUp, organiser, PASSWORD, signedIn } from "../../testing/people.testing";
import { type Product, rowsIn, setupTest, test } from "../../testing/product.testing";
import { accept, invited, STAFF_PASSWORD } from "../../testing/staff.testing";
import { expectRefusal, puzzleOf, solved, asksForProof, codeOf } from "../../testing/refusals.testing";

const wrong = "a wrong password";

describe("a mailed code", () => {
  test.each([
    ["link", signUpTokenFor],
    ["digits", codeFor],
  ])("whose %s are sent 300 times costs at most five hashes, and others sign in meanwhile", async (_, secretFor) => {
    const t = atScaleOne();
    const { email: desk } = await moderator(t);
    for (const address of [email, "ravi@people.test"]) await t.action(api.auth.sendOtp, { email: address });
    const hashes = countHashes();
    const otp = secretFor(email);
    const release = hashes.hold();
    const flood = Promise.allSettled(Array.from({ length: 300 }, () => verify(t, { otp })));
    await vi.waitFor(() => expect(hashes.most()).toBeGreaterThan(1), 30_000);
    release();
    await verify(t, { email: "ravi@people.test" });
    await signedIn(t, desk, PASSWORD, "moderator");
    await flood;

    expect(hashes.total()).toBeLessThanOrEqual(5 + 2);
    expect(hashes.most()).toBe(2);
    await signedIn(t, email);
  });

  test("in a flood for one domain costs at most the newcomers' budget, and a newcomer with a proof signs up", async () => {
    const t = atScaleOne();
    const { email: desk } = await moderator(t);
    const addresses = Array.from({ length: 40 }, (_, i) => `asha${i}@people.test`);
    for (const address of addresses) await t.action(api.auth.sendOtp, { email: address });
    const hashes = countHashes();
    const flood = addresses.flatMap((address) =>
      Array.from({ length: 12 }, () => verify(t, { email: address, otp: signUpTokenFor(address) })),
    );
    const answers = await Promise.allSettled(flood);

    // Half of 80; the other half needs a proof.
    expect(hashes.total()).toBeLessThanOrEqual(40);
    expect(answers.filter(asksForProof).length).toBeGreaterThan(0);
    await signedIn(t, desk, PASSWORD, "moderator");
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    const ravi = (proof?: string) =>
      t.action(api.auth.verifyOtp, {
        email: "ravi@people.test",
        otp: codeFor("ravi@people.test"),
        password: PASSWORD,
        ...(proof && { proof }),
      });
    // A refused use is not counted.
    for (let i = 0; i < 8; i++) await puzzleOf(ravi());
    await ravi(await solved(await puzzleOf(ravi())));
  });

  test("allows five uses, and a newer code creates the account if it arrives while they run", async () => {
    const t = atScaleOne();
    await t.action(api.auth.sendOtp, { email });
    const hashes = countHashes();
    const release = hashes.hold();
    const uses = Promise.allSettled(Array.from({ length: 5 }, () => verify(t, {})));
    const allCounted = async () => (await rowsIn(t, "codes")).every(({ usesLeft }) => usesLeft === 0);
    // Vitest's own waiting would move the clock.
    for (let checks = 0; !(await allCounted()); checks += 1) {
      expect(checks).toBeLessThan(5_000);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const spent = { code: "TOO_MANY_TRIES", retryAfter: MINUTE };
    await expectRefusal(verify(t, {}), spent);
    await expectRefusal(verify(t, { otp: signUpTokenFor(email) }), spent);
    pass(MINUTE);
    await t.action(api.auth.sendOtp, { email });
    const fresh = verify(t, {});
    release();
    await fresh;

    expect((await uses).every(({ status }) => status === "rejected")).toBe(true);
    await signedIn(t, email);
  });
});

describe("a mailed link", () => {
  test("for a new password asks for a proof once half of the budget is used up, and accepts it", async () => {
    const t = atScaleOne();
    const [asha, ravi, mallory] = [await signsUp(t, "Asha"), await signsUp(t, "Ravi"), await signsUp(t, "Mallory")];
    const [hers, his, third] = [
      await linkTo(t, asha.email),
      await linkTo(t, ravi.email),
      await linkTo(t, mallory.email),
    ];
    const flood = [his, third].flatMap((token) => Array.from({ length: 30 }, () => reset(t, token)));
    const hashes = countHashes();
    await Promise.allSettled(flood);

    expect(hashes.total()).toBeLessThanOrEqual(8);
    const set = (proof?: string) =>
      t.action(api.auth.resetPassword, { token: hers, password: NEXT, ...(proof && { proof }) });
    const proof = await solved(await puzzleOf(set()));
    await set(proof);
    await signedIn(t, asha.email, NEXT);
  });

  test("that invites staff costs at most five hashes, and works once, even if used 30 times simultaneously", async () => {
    const t = atScaleOne();
    const token = await invited(t, await organiser(t), "neil@people.test");
    const hashes = countHashes();
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => accept(t, token)));

    expect(hashes.total()).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await signedIn(t, "neil@people.test", STAFF_PASSWORD, "moderator");
  });
});

describe("a flood of sign-ins", () => {
  test.each(["password", "moderator"])(
    "at made-up addresses spends only the strangers' budget (%s)",
    async (provider) => {
      const t = atScaleOne();
      await signsUp(t, "Asha");
      const hashes = countHashes();
      const all = Array.from({ length: 200 }, (_, i) => signedIn(t, `nobody${i}@people.test`, wrong, provider));
      const answers = await Promise.allSettled(all);

      expect(hashes.total()).toBeLessThanOrEqual(10);
      expect(new Set(answers.map(codeOf))).toEqual(new Set(["UNAUTHENTICATED", "TOO_MANY_TRIES"]));
      await signedIn(t, email);
      // A try that the budget refused is not counted.
      for (let i = 0; i < 20; i++)
        await puzzleOf(signedIn(t, "nobody0@people.test", wrong, provider)).catch(() => null);
      pass(10 * MINUTE);
      await expectRefusal(signedIn(t, "nobody199@people.test", wrong, provider), "UNAUTHENTICATED");
    },
  );

  test("at members' addresses makes everyone send a proof, and a member with a proof signs in", async ({ t }) => {
    const people = [];
    for (let i = 0; i < 12; i++) people.push((await signsUp(t, `Member ${i}`)).email);
    await signsUp(t, "Asha");
    freeze();
    vi.stubEnv("RATE_LIMIT_SCALE", "1");
    const hashes = countHashes();
    for (let round = 0; round < 5; round++) {
      await Promise.allSettled(people.map((address) => signedIn(t, address, wrong)));
    }
    await Promise.allSettled(Array.from({ length: 30 }, () => signedIn(t, email)));
    expect(hashes.total()).toBeLessThanOrEqual(40);
    const enter = (proof?: string) => {
      const params = { email, password: PASSWORD, ...(proof && { proof }) };
      return t.action(api.auth.signIn, { provider: "password", params });
    };
    for (let i = 0; i < 8; i++) await puzzleOf(enter());
    await enter(await solved(await puzzleOf(enter())));
  });
});

describe("the correct password", () => {
  test("repeated 60 times for one account leaves the others' budget alone, and a reset clears the count", async () => {
    const t = setupTest();
    const mallory = await signsUp(t, "Mallory");
    await signsUp(t, "Asha");
    freeze();
    vi.stubEnv("RATE_LIMIT_SCALE", "1");
    const hashes = countHashes();
    for (let i = 0; i < 60; i++) await signedIn(t, mallory.email).catch(() => null);

    expect(hashes.total()).toBeLessThanOrEqual(30);
    await expectRefusal(signedIn(t, mallory.email), "TOO_MANY_TRIES");
    await signedIn(t, email);
    await reset(t, await linkTo(t, mallory.email));
    await signedIn(t, mallory.email, NEXT);
  });
});

describe("an address without an account", () => {
  test.each(["password", "moderator"])(
    "gets the same refusal as a wrong password, after a hash (%s)",
    async (provider) => {
      const t = setupTest();
      const known = provider === "password" ? (await signsUp(t, "Asha")).email : (await moderator(t)).email;
      const hashes = countHashes();
      const answers = [];
      for (const address of [known, "nobody@people.test"]) {
        answers.push(await signedIn(t, address, wrong, provider).catch((error: { data: unknown }) => error.data));
      }
      expect(answers[1]).toEqual(answers[0]);
      expect(hashes.total()).toBe(2);
    },
  );
});

/** A product with the budgets of production and a frozen clock. */
function atScaleOne(): Product {
  freeze();
  return setupTest({ RATE_LIMIT_SCALE: "1" });
}

/** Counts the password hashes from now on, and how many ran concurrently. `hold` pauses them until the function it returns is called. */
function countHashes() {
  const { deriveBits } = crypto.subtle;
  let [total, running, peak] = [0, 0, 0];
  let held = Promise.resolve();
  vi.spyOn(crypto.subtle, "deriveBits").mockImplementation(async (...args) => {
    if ((args[0] as Pbkdf2Params).iterations !== hashing.rounds) return await deriveBits.apply(crypto.subtle, args);
    total += 1;
    running += 1;
    peak = Math.max(peak, running);
    await held;
    const bits = await deriveBits.apply(crypto.subtle, args);
    running -= 1;
    return bits;
  });
  const hold = () => {
    let release = () => {};
    held = new Promise<void>((resolve) => (release = resolve));
    // A hash that is still paused would use up a permit of the next test.
    onTestFinished(() => release());
    return () => release();
  };
  return { total: () => total, most: () => peak, hold };
}
