import { useEffect, useSyncExternalStore } from "react";
import { Listeners } from "./events";

/** Milliseconds. A smaller difference changes nothing that a person would notice. */
const TOLERANCE = 5 * 60_000;

let offset = 0;
let isAsked = false;
const listeners = new Listeners();

/**
 * Returns how far (ms) the server's clock is ahead of this phone's, negative if behind. 0 until it is known and while they agree.
 * `isNeeded`: asks the server, once per page.
 */
export function useClockOffset(isNeeded: boolean): number {
  useEffect(() => {
    if (!isNeeded || isAsked) return;
    isAsked = true;
    // Without an answer the phone's clock counts.
    void askServer().catch(() => undefined);
  }, [isNeeded]);
  return useSyncExternalStore(
    listeners.add,
    () => offset,
    () => 0,
  );
}

/** Forgets the answer, for tests. */
export function forgetServerClock(): void {
  offset = 0;
  isAsked = false;
}

async function askServer() {
  const { headers } = await fetch("/", { method: "HEAD", cache: "no-store" });
  const age = Number(headers.get("age") ?? 0) * 1000;
  const difference = Date.parse(headers.get("date") ?? "") + age - Date.now();
  if (!(Math.abs(difference) > TOLERANCE)) return;
  offset = difference;
  listeners.call();
}
