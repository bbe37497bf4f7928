import { useSyncExternalStore } from "react";

/** Whole seconds until a time (ms since 1970), live; 0 once it is past. */
export function useSecondsUntil(instant: number): number {
  return useSyncExternalStore(everySecond, () => Math.max(0, Math.ceil((instant - Date.now()) / 1000)));
}

function everySecond(tick: () => void): () => void {
  const timer = window.setInterval(tick, 1000);
  return () => window.clearInterval(timer);
}
