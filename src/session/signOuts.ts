import { signOutTicket } from "../../convex/shared/signOutTicket";
import { ifAllowed } from "../lib/ifAllowed";
import { sessionStore } from "./storedSession";

/** A sign-out that the deployment has not been told of. The ticket ends the session and cannot use it. */
type SignOut = { ticket: string; at: number };

const KEY = "signOuts";
/** A session lasts no longer; after that there is nothing left to end. */
const LIFETIME = 30 * 86_400_000;
/** The pause before the next try, unless the browser reports sooner that its network is back. */
const RETRY_PAUSE = 10_000;

let timer: number | undefined;

/** Keeps a sign-out until the deployment has been told, also over reloads, and tries at once. */
export async function saveSignOut(refreshToken: string): Promise<void> {
  // A page without encryption has no hashes. Then the session ends by itself: nothing that could use it is kept.
  const ticket = await signOutTicket(refreshToken).catch(() => null);
  if (ticket === null) return;
  write([...read(), { ticket, at: Date.now() }]);
  await sendSignOuts();
}

/** Tells the deployment of the sign-outs in this browser: now, and again whenever it may be in reach. Answers how to stop. */
export function followSignOuts(): () => void {
  const send = () => void sendSignOuts();
  window.addEventListener("online", send);
  send();
  return () => {
    window.removeEventListener("online", send);
    window.clearTimeout(timer);
  };
}

async function sendSignOuts() {
  window.clearTimeout(timer);
  const sent = await Promise.all(read().map(async ({ ticket }) => ((await isTold(ticket)) ? ticket : null)));
  const left = read().filter(({ ticket }) => !sent.includes(ticket));
  write(left);
  if (left.length > 0) timer = window.setTimeout(() => void sendSignOuts(), RETRY_PAUSE);
}

/** By plain HTTP, since whoever signed out may be on a page without a client. It outlives the page. */
async function isTold(ticket: string): Promise<boolean> {
  const body = JSON.stringify({ path: "auth:endSession", format: "convex_encoded_json", args: [{ ticket }] });
  const headers = { "Content-Type": "application/json" };
  try {
    const url = `${String(import.meta.env.VITE_CONVEX_URL)}/api/mutation`;
    const response = await fetch(url, { method: "POST", headers, body, keepalive: true });
    return ((await response.json()) as { status?: string }).status === "success";
  } catch {
    return false;
  }
}

function read(): SignOut[] {
  const stored = ifAllowed(() => JSON.parse(sessionStore.getItem(KEY) ?? "[]") as unknown);
  const all = Array.isArray(stored) ? (stored as SignOut[]) : [];
  return all.filter(({ at }) => at > Date.now() - LIFETIME);
}

function write(all: readonly SignOut[]) {
  ifAllowed(() => (all.length === 0 ? sessionStore.removeItem(KEY) : sessionStore.setItem(KEY, JSON.stringify(all))));
}
