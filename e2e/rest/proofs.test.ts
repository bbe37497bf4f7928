/**
 * A flood of sign-ups: 429 comes with a puzzle, and the same call with its solution passes once. Uses a separate
 * product.
 */
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf, latestCode } from "../mail";
import { startFresh, workerPort } from "../product";
import { Client, type Reply } from "./client";
import { expectRefusal, expectMessage } from "./conformance";

let product: Awaited<ReturnType<typeof startFresh>>;
let client: Client;
const send = (email: string, proof?: string) =>
  client.send("POST /auth/send-otp", { body: { email }, as: email, ...(proof && { headers: { "x-proof": proof } }) });

// 9,000 × 0.00712 allows 64 codes in ten minutes: 32 without a proof, 32 with one. Each half has eight shards of four codes. A used-up
// shard gets its next code only after two minutes.
beforeAll(async () => {
  product = await startFresh(workerPort(1), { RATE_LIMIT_SCALE: "0.00712" });
  client = await Client.of(product.ready);
}, 240_000);
afterAll(async () => await product.stop());

test("during a flood of codes, a person who solves the puzzle can sign up; the proof is valid for no other address or call", async () => {
  const flood = await Promise.all(Array.from({ length: 100 }, () => send(addressOf("invented"))));
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200, 429]));

  const email = addressOf("honest");
  const refused = await send(email);
  expect(refused).toMatchObject({ status: 429, body: { code: "TOO_MANY_TRIES", error: expect.any(String) } });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  const proof = await solutionOf(refused);
  expect((await send(addressOf("other"), proof)).body.puzzle).toBeTruthy();
  const login = await client.send("POST /auth/login", {
    body: { email, password: "long enough" },
    headers: { "x-proof": proof },
  });
  expectRefusal(login, 400, "BAD_INPUT", "Failed to login");
  for (const invalidProof of ["x", "%%%", btoa("{}"), "A".repeat(5_000)]) {
    expect((await send(email, invalidProof)).body.puzzle).toBeTruthy();
  }
  expectMessage(await send(email, proof), "OTP sent to your email!");
  const body = { email, otp: await latestCode(client.ready, email), password: "long enough" };
  expect((await client.send("POST /auth/verify-otp", { body, as: email })).status).toBe(200);
});

test("the description says what to do with a puzzle", async () => {
  const { info, paths } = client.description as unknown as {
    info: { description: string };
    paths: Record<string, { post?: { responses: Record<number, { description: string }> } }>;
  };
  expect(info.description).toContain("x-proof");
  expect(paths["/auth/send-otp"]?.post?.responses[429]?.description).toContain("x-proof");
  const docs = await (await fetch(`${client.base}/docs`)).text();
  expect(docs).toContain("x-proof");
});

/** Solves a puzzle with altcha-lib. Returns the solution in the described format. */
async function solutionOf({ body }: Reply): Promise<string> {
  const challenge = body.puzzle as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}
