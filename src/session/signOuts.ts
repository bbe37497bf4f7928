import { signOutToken } from "../../convex/shared/signOutToken";
import { callOverHttp } from "../lib/callOverHttp";
import { sessionStore, SIGN_OUTS } from "./storedSession";
import { DAY } from "../../convex/shared/durations";
import { isNumber, isShaped, isText, readStored } from "../lib/stored";

/** A sign-out that was not reported yet. `ticket`: its sign-out token, as `auth.endSession` names it. `at`: ms since 1970. */
type SignOut = { ticket: string; at: number };
const isSignOut = isShaped<SignOut>({ ticket: isText, at: isNumber });

/** Milliseconds. The longest life of a session. Older sign-outs are dropped. */
const LIFETIME = 30 * DAY;
/** Milliseconds before the next try, unless the browser reports sooner that its network is back. */
const RETRY_PAUSE = 10_000;

let timer: number | undefined;

/** Stores a sign-out until the deployment accepts it, even across reloads. Reports it at once. */
export async function saveSignOut(refreshToken: string): Promise<void> {
  // Unencrypted pages cannot hash. Then the session simply expires, since no copy of its token is left.
  const token = await signOutToken(refreshToken).catch(() => null);
  if (token === null) return;
  write([...read(), { ticket: token, at: Date.now() }]);
  await sendSignOuts();
}

/** Reports this browser's sign-outs to the deployment, and retries until all are accepted. */
export async function sendSignOuts(): Promise<void> {
  window.clearTimeout(timer);
  const accepted = await Promise.all(read().map(async (one) => ((await reportSignOut(one)) ? one.ticket : null)));
  const remaining = read().filter(({ ticket }) => !accepted.includes(ticket));
  write(remaining);
  window[remaining.length > 0 ? "addEventListener" : "removeEventListener"]("online", tryAgain);
  if (remaining.length > 0) timer = window.setTimeout(tryAgain, RETRY_PAUSE);
}

function tryAgain() {
  void sendSignOuts();
}

/** Uses plain HTTP, because the page may have no client. The request outlives the page. */
async function reportSignOut({ ticket }: SignOut): Promise<boolean> {
  try {
    const deployment = String(import.meta.env.VITE_CONVEX_URL);
    const response = await callOverHttp(deployment, "mutation", "auth:endSession", { ticket }, { keepalive: true });
    return ((await response.json()) as { status?: string }).status === "success";
  } catch {
    return false;
  }
}

function read(): SignOut[] {
  const stored = readStored(() => sessionStore, SIGN_OUTS);
  const all = Array.isArray(stored) ? stored.filter(isSignOut) : [];
  return all.filter(({ at }) => at > Date.now() - LIFETIME);
}

function write(all: readonly SignOut[]) {
  if (all.length === 0) sessionStore.removeItem(SIGN_OUTS);
  else sessionStore.setItem(SIGN_OUTS, JSON.stringify(all));
}
