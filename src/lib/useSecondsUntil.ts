import { useSyncExternalStore } from "react";

/** Whole seconds until an instant (ms since 1970), counting down on the screen; 0 once it is past. */
export function useSecondsUntil(instant: number): number {
  const now = useSyncExternalStore(everySecond, thisSecond);
  return Math.max(0, Math.ceil(instant / 1000) - now);
}

function everySecond(tick: () => void): () => void {
  const timer = window.setInterval(tick, 1000);
  return () => window.clearInterval(timer);
}

function thisSecond(): number {
  return Math.floor(Date.now() / 1000);
}
