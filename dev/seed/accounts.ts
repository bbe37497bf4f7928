import { setTimeout as wait } from "node:timers/promises";
import { solveChallenge, type Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { refusalOf } from "../../convex/shared/errors";
import { limits } from "../../convex/shared/limits";

/** The URLs that a sign-up needs. */
export interface Endpoints {
  convexUrl: string;
  /** The mail stand-in, which shows mailed codes. */
  mailUrl: string;
}

/** Signs in. Returns a token, which lasts a day. */
export async function tokenFor(
  { convexUrl }: Pick<Endpoints, "convexUrl">,
  provider: "password" | "moderator",
  { email, password }: { email: string; password: string },
): Promise<string> {
  const client = new ConvexHttpClient(convexUrl, { logger: false });
  const { tokens } = await callWithRetries((proof) =>
    client.action(api.auth.signIn, { provider, params: { email, password, ...proof } }),
  );
  if (tokens === null) throw new Error(`No session for ${email}`);
  return tokens.token;
}

export function clientFor({ convexUrl }: Pick<Endpoints, "convexUrl">, token: string): ConvexHttpClient {
  const client = new ConvexHttpClient(convexUrl, { logger: false });
  client.setAuth(token);
  return client;
}

/** Creates an account with a mailed code, unless the address has one. */
export async function signUp(endpoints: Endpoints, account: { email: string; password: string }): Promise<void> {
  const client = new ConvexHttpClient(endpoints.convexUrl, { logger: false });
  const outcome = await requestCode(client, account.email);
  if (outcome === "registered") return;
  try {
    await verify(client, endpoints, account);
  } catch (error) {
    if (outcome === "mailed" || refusalOf(error)?.code !== "BAD_INPUT") throw error;
    // An earlier start ended between mailing a code and storing it. Only a new code works.
    await wait(outcome.wait);
    await client.action(api.auth.sendOtp, { email: account.email });
    await verify(client, endpoints, account);
  }
}

/** Requests a code. After an interrupted start a new one may have to wait (ms), and the earlier one is usually still valid. */
async function requestCode(
  client: ConvexHttpClient,
  email: string,
): Promise<"mailed" | "registered" | { wait: number }> {
  try {
    await client.action(api.auth.sendOtp, { email });
    return "mailed";
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code === "ALREADY_VERIFIED") return "registered";
    if (refusal?.code !== "TOO_MANY_TRIES") throw error;
    return { wait: refusal.retryAfter ?? limits.mailPause };
  }
}

async function verify(
  client: ConvexHttpClient,
  endpoints: Endpoints,
  { email, password }: { email: string; password: string },
) {
  // Without a code, the empty one is refused as wrong.
  const otp = /\b\d{6}\b/.exec(await newestMail(endpoints.mailUrl, email))?.[0] ?? "";
  await callWithRetries((proof) => client.action(api.auth.verifyOtp, { email, otp, password, ...proof }));
}

/** Retries like the page: solves a refusal's puzzle, or waits. */
export async function callWithRetries<T>(call: (proof: { proof?: string }) => Promise<T>): Promise<T> {
  let proof: { proof?: string } = {};
  for (let tries = 1; ; tries++) {
    try {
      return await call(proof);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal?.code !== "TOO_MANY_TRIES" || tries === ADMISSION_TRIES) throw error;
      if (refusal.puzzle === undefined) await wait(Math.min(refusal.retryAfter ?? 0, ADMISSION_PAUSE_MS));
      else proof = { proof: await solvePuzzle(refusal.puzzle) };
    }
  }
}

const ADMISSION_TRIES = 60;
const ADMISSION_PAUSE_MS = 5_000;

/** Solves a refusal's puzzle. Returns the proof to send. */
async function solvePuzzle(puzzle: string): Promise<string> {
  const challenge = JSON.parse(puzzle) as Challenge;
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));
}

/** Returns the text of the newest mail to an address, from the mail stand-in. Empty if none has arrived. */
export async function newestMail(mailUrl: string, email: string): Promise<string> {
  const response = await fetch(`${mailUrl}/messages?to=${encodeURIComponent(email)}`);
  const messages = (await response.json()) as { text: string }[];
  return messages[0]?.text ?? "";
}
