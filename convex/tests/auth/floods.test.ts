import { describe, expect, vi } from "vitest";
import { api } from "../../_generated/api";
import { email, verify } from "../../testing/auth.testing";
import { freeze, frozenTest } from "../../testing/clock.testing";
import { moderator, signsUp, signedIn } from "../../testing/people.testing";
import { settled, test } from "../../testing/product.testing";
import { expectRefusal, puzzleOf, solved, asksForProof, codeOf } from "../../testing/refusals.testing";

describe("a flood", () => {
  test("of wrong codes for made-up addresses stops neither a sign-in nor a sign-up", async ({ t }) => {
    await signsUp(t, "Asha");
    await t.action(api.auth.sendOtp, { email: "ravi@people.test" });
    vi.stubEnv("RATE_LIMIT_SCALE", "0.001");
    const flood = Array.from({ length: 80 }, (_, i) => verify(t, { email: `nobody${i}@people.test`, otp: "123456" }));
    expect(new Set((await Promise.allSettled(flood)).map(codeOf))).toEqual(new Set(["BAD_INPUT", "TOO_MANY_TRIES"]));

    await signedIn(t, email);
    await verify(t, { email: "ravi@people.test" });
  });

  test("of moderator sign-ins stops no attendee, and does not reveal moderators' addresses", async ({ t }) => {
    const [, { email: desk }] = [await signsUp(t, "Asha"), await moderator(t)];
    freeze();
    vi.stubEnv("RATE_LIMIT_SCALE", "0.001");
    // Each try uses one of the budget's shards.
    const tries = Array.from({ length: 100 }, (_, i) => signedIn(t, `nobody${i}@people.test`, "a one", "moderator"));
    expect(new Set((await Promise.allSettled(tries)).map(codeOf))).toEqual(
      new Set(["UNAUTHENTICATED", "TOO_MANY_TRIES"]),
    );

    for (const address of [desk, "nobody@people.test"])
      await expectRefusal(signedIn(t, address, "a wrong one", "moderator"), "TOO_MANY_TRIES");
    await signedIn(t, email);
  });

  test("by programs that solve puzzles leaves college addresses their share of the budget", async () => {
    const t = frozenTest({ RATE_LIMIT_SCALE: "0.00667", COLLEGE_DOMAINS: "people.test, Student.People.test" });
    const send = async (address: string) => {
      const [first] = await Promise.allSettled([t.action(api.auth.sendOtp, { email: address })]);
      if (!first || !asksForProof(first)) return codeOf(first!);
      const proof = await solved((first as { reason: { data: { puzzle: string } } }).reason.data.puzzle);
      const [second] = await Promise.allSettled([t.action(api.auth.sendOtp, { email: address, proof })]);
      return codeOf(second);
    };
    const strangers = await Promise.all(Array.from({ length: 125 }, (_, i) => send(`made-up${i}@else.test`)));
    // 6,000 × 0.00667 is forty in all. Twenty of them are reserved.
    expect(strangers.filter((code) => code === undefined).length).toBeLessThanOrEqual(40);
    expect(await send("late@else.test")).toBe("TOO_MANY_TRIES");
    expect(await send("people.test@else.test")).toBe("TOO_MANY_TRIES");

    for (let i = 0; i < 3; i++) expect(await send(`honest${i}@people.test`)).toBeUndefined();
    for (let i = 0; i < 3; i++) expect(await send(`honest${i}@hall.student.people.test`)).toBeUndefined();
  });

  test("of reset requests for known addresses makes every caller send a proof, and accepts one", async ({ t }) => {
    for (let i = 0; i < 10; i++) await signsUp(t, `P${i}`);
    freeze();
    vi.stubEnv("RATE_LIMIT_SCALE", "0.016");
    const all = [0, 1, 2].flatMap(() =>
      Array.from({ length: 9 }, (_, i) => t.action(api.auth.requestReset, { email: `p${i}@people.test` })),
    );
    await Promise.allSettled(all);
    await puzzleOf(repeatedly((i) => t.action(api.auth.requestReset, { email: `nobody${i}@people.test` })));
    const ask = (proof?: string) =>
      t.action(api.auth.requestReset, { email: "p9@people.test", ...(proof && { proof }) });
    await ask(await solved(await puzzleOf(repeatedly(() => ask()))));
    await settled(t);
  });
});

/** Calls until refused. A budget has shards, and each call uses one of two. */
async function repeatedly(call: (i: number) => Promise<unknown>): Promise<unknown> {
  for (let i = 0; i < 40; i++) await call(i);
  return null;
}
