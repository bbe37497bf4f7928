import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "./_generated/api";
import { codeOf, email } from "./auth.testing";
import { jump } from "./clock.testing";
import { hashing } from "./model/authSecrets";
import { forgetTimes } from "./model/authTimes";
import { moderator, newcomer, PASSWORD, signedIn } from "./people.testing";
import { asksForProof, puzzleOf, solved } from "./proofs.testing";
import { setupTest, type Product } from "./product.testing";

const wrong = "a wrong password";

describe("an address without an account", () => {
  test.each(["password", "moderator"])("costs no hash, also in a flood (%s)", async (provider) => {
    const t = setupTest();
    await newcomer(t, "Asha");
    await signedIn(t, email);
    const hash = vi.spyOn(crypto.subtle, "deriveBits");
    for (let round = 0; round < 20; round++) {
      const all = Array.from({ length: 20 }, (_, i) => signedIn(t, `n${round}.${i}@people.test`, wrong, provider));
      expect(new Set((await Promise.allSettled(all)).map(codeOf))).toEqual(new Set(["UNAUTHENTICATED"]));
    }
    // One hash a minute at most, so that there is a time to go by.
    expect(hash.mock.calls.length).toBeLessThanOrEqual(1);
  });

  test("gets the answer of a wrong password in the same time, on a quiet machine and on a busy one", async () => {
    const t = setupTest();
    for (let i = 0; i < 8; i++) await newcomer(t, `Known ${i}`);
    jump();
    repeatChance();
    let least = 200;
    hashesTake(() => least + 100 * Math.random());
    // The next checks of members are the ones that the made-up addresses go by.
    await timesOf(t, 40);
    const [quiet, quietUnknown] = await timesOf(t, 120);
    expect(meanOf(quietUnknown)).toBeGreaterThan(0.9 * meanOf(quiet));
    expect(meanOf(quietUnknown)).toBeLessThan(1.1 * meanOf(quiet));
    expect(distance(quiet, quietUnknown)).toBeLessThan(0.3);

    least = 900;
    await timesOf(t, 40);
    const [busy, busyUnknown] = await timesOf(t, 120);
    expect(meanOf(busy)).toBeGreaterThan(900);
    expect(distance(busy, busyUnknown)).toBeLessThan(0.3);
  });
});

describe("a line", () => {
  beforeEach(() => vi.useRealTimers());

  test("of members is not lengthened by any number of sign-ins at made-up addresses", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const release = holdHashes();
    forgetTimes();
    const crowd = Array.from({ length: 200 }, (_, i) => signedIn(t, `nobody${i}@people.test`));
    const settled = Promise.allSettled(crowd);
    const hers = signedIn(t, email);
    await new Promise((resolve) => setTimeout(resolve, 200));
    release();

    await hers;
    const refusals = (await settled).filter(asksForProof);
    expect(refusals.length).toBeGreaterThanOrEqual(140);
  });

  test("that is half full asks for a proof before it counts a try, and lets its bearer go first", async () => {
    const t = setupTest();
    const people = [];
    for (let i = 0; i < 30; i++) people.push((await newcomer(t, `Member ${i}`)).email);
    await newcomer(t, "Asha");
    const order: string[] = [];
    const enter = async (address: string, proof?: string) => {
      const params = { email: address, password: PASSWORD, ...(proof && { proof }) };
      await t.action(api.auth.signIn, { provider: "password", params });
      order.push(address);
    };
    const release = holdHashes();
    const crowd = Promise.allSettled(people.map((address) => enter(address)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    for (let i = 0; i < 8; i++) await puzzleOf(enter(email));
    const proof = await solved(await puzzleOf(enter(email)));
    const hers = enter(email, proof);
    await new Promise((resolve) => setTimeout(resolve, 100));
    release();
    await hers;

    // Two hashes ran already.
    expect(order.indexOf(email)).toBeLessThanOrEqual(2);
    const refused = (await crowd).filter(asksForProof).length;
    expect(refused).toBe(10);
    await enter(email);
  });

  test("that is full refuses also those with a proof, and no try is counted", async () => {
    const t = setupTest();
    await newcomer(t, "Asha");
    const release = holdHashes();
    const crowd = Array.from({ length: 60 }, async (_, i) => {
      const address = `nobody${i}@people.test`;
      const enter = (proof?: string) =>
        t.action(api.auth.signIn, {
          provider: "moderator",
          params: { email: address, password: wrong, ...(proof && { proof }) },
        });
      const [first] = await Promise.allSettled([enter()]);
      if (first && asksForProof(first)) await enter(await solved(await puzzleOf(enter())));
    });
    await Promise.race([Promise.allSettled(crowd), new Promise((resolve) => setTimeout(resolve, 2_000))]);
    const late = await t
      .action(api.auth.signIn, { provider: "moderator", params: { email, password: wrong } })
      .catch((error: { data: unknown }) => error.data);
    expect(late).toMatchObject({ code: "TOO_MANY_TRIES", retryAfter: 6_000 });
    release();
    await Promise.allSettled(crowd);
    await signedIn(t, email);
  });
});

test("a moderator's address is asked for the same proofs as one of nobody", async () => {
  const t = setupTest();
  const { email: desk } = await moderator(t);
  forgetTimes();
  const release = holdHashes();
  const crowd = Promise.allSettled(
    Array.from({ length: 40 }, (_, i) => signedIn(t, `nobody${i}@people.test`, wrong, "moderator")),
  );
  await new Promise((resolve) => setTimeout(resolve, 200));
  for (const address of [desk, "nobody@people.test"]) await puzzleOf(signedIn(t, address, PASSWORD, "moderator"));
  release();
  await crowd;
});

/** From now on chance is the same in each run of the test. */
function repeatChance(): void {
  let state = 1;
  vi.spyOn(Math, "random").mockImplementation(() => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  });
}

/** From now on a hash takes so many milliseconds of the test's clock. */
function hashesTake(milliseconds: () => number): void {
  vi.spyOn(crypto.subtle, "deriveBits").mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds()));
    return new ArrayBuffer(32);
  });
}

/** How long wrong passwords took at known addresses, and at made-up ones in between. */
async function timesOf(t: Product, times: number): Promise<[known: number[], unknown: number[]]> {
  const took: [number[], number[]] = [[], []];
  for (let i = 0; i < times; i++) {
    if (i % 8 === 0) vi.setSystemTime(Date.now() + 15 * 60_000);
    for (const [kind, address] of [`known.${i % 8}@people.test`, `unknown.${i % 8}@people.test`].entries()) {
      const began = Date.now();
      await expect(signedIn(t, address, wrong)).rejects.toMatchObject({ data: { code: "UNAUTHENTICATED" } });
      took[kind]!.push(Date.now() - began);
    }
  }
  return took;
}

function meanOf(all: number[]): number {
  return all.reduce((sum, one) => sum + one, 0) / all.length;
}

/** The largest distance between the two distributions, from 0 to 1 (Kolmogorov and Smirnov). */
function distance(a: number[], b: number[]): number {
  const below = (all: number[], limit: number) => all.filter((one) => one <= limit).length / all.length;
  return Math.max(...[...a, ...b].map((limit) => Math.abs(below(a, limit) - below(b, limit))));
}

/** Holds every password hash until `release` is called. The keys that puzzles are made of are not held. */
function holdHashes(): () => void {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const { deriveBits } = crypto.subtle;
  const spy = vi.spyOn(crypto.subtle, "deriveBits").mockImplementation(async (...args) => {
    if ((args[0] as Pbkdf2Params).iterations === hashing.rounds) await held;
    return await deriveBits.apply(crypto.subtle, args);
  });
  return () => {
    spy.mockRestore();
    release();
  };
}
