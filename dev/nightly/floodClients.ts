/**
 * Strangers flood a deployment, from a separate process. The parent's message starts the flood, and its disconnect ends it. Every second
 * the process sends the numbers of responses and refusals.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

/** A flood: requests for `codes` to invented addresses, invented `logins`, or uses of one mailed `link`. */
export interface Flood {
  url: string;
  kind: "codes" | "logins" | "link";
  /** The link's address and token. */
  link?: { email: string; otp: string };
  connections: number;
  /** Calls per second of all connections together. Default: as fast as responses come. */
  perSecond?: number;
}
export interface FloodCounts {
  answered: number;
  refused: number;
}

const sum: FloodCounts = { answered: 0, refused: 0 };

process.on("message", (flood: Flood) => {
  for (let n = 0; n < flood.connections; n++) void callOn(flood, n);
  setInterval(() => process.send?.(sum), 1_000);
});
process.on("disconnect", () => process.exit(0));

async function callOn(flood: Flood, n: number): Promise<void> {
  const pause = flood.perSecond ? (1_000 * flood.connections) / flood.perSecond : 0;
  await wait((pause * n) / flood.connections);
  for (;;) {
    const next = wait(pause);
    const refused = await isRefused(flood).catch(() => true);
    sum.answered += 1;
    sum.refused += refused ? 1 : 0;
    await next;
  }
}

async function isRefused(flood: Flood): Promise<boolean> {
  const { url } = flood;
  const body = JSON.stringify({ format: "json", ...callOf(flood) });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${url}/api/action`, { method: "POST", headers, body });
  return (await response.text()).includes("TOO_MANY_TRIES");
}

function callOf({ kind, link }: Flood): { path: string; args: object } {
  const email = `${randomUUID()}@invented.test`;
  const password = "a wrong password";
  if (kind === "codes") return { path: "auth:sendOtp", args: { email } };
  if (kind === "logins") return { path: "auth:signIn", args: { provider: "password", params: { email, password } } };
  return { path: "auth:verifyOtp", args: { ...link, password } };
}
