import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../_generated/api";
import { email } from "../../testing/auth.testing";
import { freeze, pass, MINUTE } from "../../testing/clock.testing";
import { mailsTo } from "../../testing/mails.testing";
import { signsUp } from "../../testing/people.testing";
import { rowsIn, setupTest, type Product } from "../../testing/product.testing";
import { expectRefusal, asksForProof, puzzleOf, solved } from "../../testing/refusals.testing";

type Solution = { counter: number; derivedKey: string };
type Payload = { challenge: { parameters: Record<string, unknown>; signature: string }; solution: Solution };

describe("a proof of work", () => {
  let t: Product;
  let puzzle = "";
  const send = (address: string, proof?: string) =>
    t.action(api.auth.sendOtp, { email: address, ...(proof && { proof }) });

  beforeEach(async () => {
    // 9,000 × 0.004 gives 36 mails, half of them without a proof. These calls use up that half.
    t = setupTest({ RATE_LIMIT_SCALE: "0.004" });
    freeze();
    await Promise.allSettled(Array.from({ length: 72 }, (_, i) => send(`made-up${i}@else.test`)));
    puzzle = await puzzleOf(send(email));
  });

  test("lets one mail through, to the puzzle's own address only", async () => {
    const proof = await solved(puzzle);
    for (const other of ["ravi@people.test", "asha@people.test.in"]) await puzzleOf(send(other, proof));
    await send(email.toUpperCase(), proof);
    expect(mailsTo(email)).toHaveLength(1);
  });

  test("is sent over REST in the header x-proof, for the puzzle in the body of the 429", async () => {
    const request = (proof: Record<string, string> = {}) => {
      const headers = { "content-type": "application/json", ...proof };
      return t.fetch("/api/auth/send-otp", { method: "POST", headers, body: JSON.stringify({ email }) });
    };
    const refused = await request();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const body = (await refused.json()) as { puzzle: object };
    const accepted = await request({ "x-proof": await solved(JSON.stringify(body.puzzle)) });
    expect([accepted.status, mailsTo(email).length]).toEqual([200, 1]);
  });

  test("works once, even if sent many times simultaneously", async () => {
    const proof = await solved(puzzle);
    await Promise.allSettled(Array.from({ length: 10 }, () => send(email, proof)));
    expect(mailsTo(email)).toHaveLength(1);
    pass(MINUTE);
    await Promise.allSettled(Array.from({ length: 20 }, (_, i) => send(`more${i}@else.test`)));
    await puzzleOf(send(email, proof));
  });

  test("expires after five minutes", async () => {
    const proof = await solved(puzzle);
    pass(5 * MINUTE + 1_000);
    await Promise.allSettled(Array.from({ length: 60 }, (_, i) => send(`more${i}@else.test`)));
    await puzzleOf(send(email, proof));
  });

  test("does not work for another action", async () => {
    const proof = await solved(puzzle);
    const before = (await rowsIn(t, "users")).length;
    const params = { email, password: "a password", proof };
    await expectRefusal(t.action(api.auth.signIn, { provider: "password", params }), "UNAUTHENTICATED");
    // That try did not use it up.
    await send(email, proof);
    expect((await rowsIn(t, "users")).length).toBe(before);
  });

  const forgeries: [string, (right: Payload) => string][] = [
    ["nothing in it", () => ""],
    ["no base64", () => "%%%"],
    ["no JSON", () => btoa("{")],
    ["another form", () => btoa(JSON.stringify({ challenge: 1 }))],
    ["ten kilobytes", () => "A".repeat(10_000)],
    ["another key", (p) => withSolution(p, { ...p.solution, derivedKey: "0".repeat(64) })],
    ["another counter", (p) => withSolution(p, { ...p.solution, counter: p.solution.counter + 1 })],
    ["a lighter puzzle", (p) => withParameters(p, { cost: 1, keyPrefix: "" })],
    ["a later end", (p) => withParameters(p, { expiresAt: 4_000_000_000 })],
    ["no signature", (p) => pack({ ...p, challenge: { ...p.challenge, signature: "" } })],
  ];

  test("that is forged is refused, and the real one still works", async () => {
    const right = JSON.parse(atob(await solved(puzzle))) as Payload;
    for (const [how, forge] of forgeries) {
      const [refusal] = await Promise.allSettled([send(email, forge(right))]);
      expect([how, asksForProof(refusal!)]).toEqual([how, true]);
    }
    await send(email, pack(right));
  });

  test("costs the deployment no work before its signature is checked", async () => {
    const right = JSON.parse(atob(await solved(puzzle))) as Payload;
    const hash = vi.spyOn(crypto.subtle, "deriveBits");
    await puzzleOf(send(email, withParameters(right, { cost: 1_000_000_000 })));
    expect(hash).not.toHaveBeenCalled();
  });

  test("costs more as the second half of the budget is used up", async () => {
    const costs = [costOf(puzzle)];
    for (let i = 0; i < 28; i++) {
      const address = `solver${i}@else.test`;
      const next = await puzzleOf(send(address)).catch(() => null);
      // The budget has shards, and each call checks two: some must wait while others need not.
      if (next === null) continue;
      costs.push(costOf(next));
      await send(address, await solved(next)).catch(() => undefined);
    }
    expect(costs[0]).toBe(1);
    expect(Math.max(...costs)).toBeGreaterThanOrEqual(4 ** 2);
  });

  test("is not needed while half of the budget is left", async () => {
    pass(10 * MINUTE);
    await send(email);
    await signsUp(t, "Ravi");
  });
});

function costOf(puzzle: string): number {
  const { cost, keyPrefix } = (JSON.parse(puzzle) as { parameters: { cost: number; keyPrefix: string } }).parameters;
  return cost * 16 ** (keyPrefix.length - 1);
}

const pack = (payload: object) => btoa(JSON.stringify(payload));
const withSolution = (payload: Payload, solution: Solution) => pack({ ...payload, solution });

function withParameters({ challenge, solution }: Payload, other: object): string {
  return pack({ challenge: { ...challenge, parameters: { ...challenge.parameters, ...other } }, solution });
}
