import { useEffect, useSyncExternalStore } from "react";
import { after, Listeners } from "./events";

const shown = new Set<{ at: number }>();
const listeners = new Listeners();

/** Registers the time (ms since 1970) of data on the screen. It counts once it is `minAge` ms old. */
export function useShownAge(at: number | undefined, minAge = 0): void {
  useEffect(() => {
    if (at === undefined) return;
    const entry = { at };
    const cancel = after(at + minAge - Date.now(), () => {
      shown.add(entry);
      listeners.call();
    });
    return () => {
      cancel();
      shown.delete(entry);
      listeners.call();
    };
  }, [at, minAge]);
}

/** Returns the time of the oldest data on the screen. Null while all of it is live. */
export function useOldestShown(): number | null {
  return useSyncExternalStore(listeners.add, () =>
    shown.size === 0 ? null : Math.min(...[...shown].map(({ at }) => at)),
  );
}
