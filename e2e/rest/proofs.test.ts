/**
 * On a product of its own, what a program meets that holds for everybody: closed doors, and a proof of work (429 brings the puzzle,
 * and the same call with its solution passes, once).
 */
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf, latestCode } from "../mail";
import { startFresh, workerPort } from "../product";
import { organiserOf } from "../people";
import { orderOf, refuses, says } from "./cases";
import { Client, type Reply } from "./client";
import { join, signInModerator } from "./people";

let product: Awaited<ReturnType<typeof startFresh>>;
let client: Client;
const send = (email: string, proof?: string) =>
  client.ask("POST /auth/send-otp", { body: { email }, as: email, ...(proof && { headers: { "x-proof": proof } }) });

// 9,000 × 0.00712 makes 64 codes in ten minutes: 32 for nothing, 32 for a proof. Each half is counted in eight shards, four codes
// each: what is left over once they are spent is next to nothing, so that no shard has a code again for two minutes.
beforeAll(async () => {
  product = await startFresh(workerPort(1), { RATE_LIMIT_SCALE: "0.00712" });
  client = await Client.of(product.ready);
});
afterAll(async () => await product.stop());

test("while sign-ups and sales are closed a program reads so, and a code mailed before still works", async () => {
  const moderator = await signInModerator(client);
  const asha = await join(client, moderator, "Asha", "female");
  const email = addressOf("early");
  says(await send(email), "OTP sent to your email!");
  await setDoors("closed");

  refuses(await send(addressOf("late")), 403, "FORBIDDEN", /^Sign-ups are closed\. /);
  const order = await client.ask("POST /payments/create-order", { token: asha.token, body: orderOf() });
  refuses(order, 403, "FORBIDDEN", "Gold and VIP are not sold any more.");
  const body = { email, otp: await latestCode(client.ready, email), password: "long enough" };
  expect((await client.ask("POST /auth/verify-otp", { body, as: email })).status).toBe(200);

  await setDoors("open");
  says(await send(addressOf("later")), "OTP sent to your email!");
});

test("during a flood of codes to invented addresses, a person who solves the puzzle signs up", async () => {
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

test("a proof works for no other address and no other call", async () => {
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

/** As the organiser's form does, which has no address in REST. */
async function setDoors(doors: "open" | "closed") {
  const { ready } = client;
  const { token } = await organiserOf(ready);
  const call = async (kind: string, path: string, args: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const body = JSON.stringify({ path, args, format: "json" });
    const answer = await (await fetch(`${ready.convexUrl}/api/${kind}`, { method: "POST", headers, body })).json();
    expect(answer).toMatchObject({ status: "success" });
    return (answer as { value: Record<string, unknown> }).value;
  };
  const now = await call("query", "festival:settings", {});
  const fields = [
    "name",
    "edition",
    "firstDay",
    "lastDay",
    "timeZone",
    "supportEmail",
    "socialUrl",
    "helpPoint",
    "line",
  ];
  const kept = Object.fromEntries(
    [...fields, "accent", "signUpsFrom", "signUpsUntil"].map((name) => [name, now[name]]),
  );
  const settings = { ...kept, signUps: doors, sales: doors };
  await call("mutation", "festival:save", { version: now.version, settings });
}
