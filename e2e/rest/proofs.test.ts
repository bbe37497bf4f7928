/** A proof of work over REST: 429 brings the puzzle, and the same call with its solution passes, once. */
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf, latestCode } from "../mail";
import { startFresh, workerPort } from "../product";
import { refuses, says } from "./cases";
import { Client, type Reply } from "./client";

let product: Awaited<ReturnType<typeof startFresh>>;
let client: Client;
const send = (email: string, proof?: string) =>
  client.ask("POST /auth/send-otp", { body: { email }, as: email, ...(proof && { headers: { "x-proof": proof } }) });

// 3,000 × 0.02134 makes 64 codes in ten minutes: 32 for nothing, 32 for a proof. Each half is counted in eight shards, four codes
// each: what is left over once they are spent is next to nothing, so that no shard has a code again for two minutes.
beforeAll(async () => {
  product = await startFresh(workerPort(1), { RATE_LIMIT_SCALE: "0.02134" });
  client = await Client.of(product.ready);
});
afterAll(async () => await product.stop());

test("during a flood of codes to invented addresses whoever solves the puzzle signs up", async () => {
  const flood = await Promise.all(Array.from({ length: 100 }, () => send(addressOf("invented"))));
  expect(new Set(flood.map(({ status }) => status))).toEqual(new Set([200, 429]));

  for (let n = 0; n < 2; n++) {
    const email = addressOf("honest");
    const puzzled = await send(email);
    expect(puzzled).toMatchObject({ status: 429, body: { code: "TOO_MANY_TRIES", error: expect.any(String) } });
    expect(Number(puzzled.headers.get("retry-after"))).toBeGreaterThan(0);
    const proof = await solutionOf(puzzled);
    says(await send(email, proof), "OTP sent to your email!");
    const otp = await latestCode(client.ready, email);
    const body = { email, otp, password: "long enough" };
    expect((await client.ask("POST /auth/verify-otp", { body, as: email })).status).toBe(200);
  }
});

test("a proof is of no use to another address, nor for another call", async () => {
  const email = addressOf("asha");
  const puzzled = await send(email);
  const proof = await solutionOf(puzzled);
  expect((await send(addressOf("other"), proof)).body.puzzle).toBeTruthy();
  const login = await client.ask("POST /auth/login", {
    body: { email, password: "long enough" },
    headers: { "x-proof": proof },
  });
  refuses(login, 400, "BAD_INPUT", "Failed to login");
  for (const made of ["x", "%%%", btoa("{}"), "A".repeat(5_000)]) {
    expect((await send(email, made)).body.puzzle).toBeTruthy();
  }
  says(await send(email, proof), "OTP sent to your email!");
});

test("the description tells programs what to do with a puzzle", async () => {
  const { info, paths } = client.description as unknown as {
    info: { description: string };
    paths: Record<string, { post?: { responses: Record<number, { description: string }> } }>;
  };
  expect(info.description).toContain("x-proof");
  expect(paths["/auth/send-otp"]?.post?.responses[429]?.description).toContain("x-proof");
  const docs = await (await fetch(`${client.base}/docs`)).text();
  expect(docs).toContain("x-proof");
});

/** As altcha-lib solves it, in the form that the description names. */
async function solutionOf({ body }: Reply): Promise<string> {
  const challenge = body.puzzle as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}
