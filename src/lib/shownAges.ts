import { useEffect, useSyncExternalStore } from "react";

const shown = new Set<{ at: number }>();
const listeners = new Set<() => void>();

/** Registers the time (ms since 1970) of data on the screen. It counts once it is `minAge` ms old. */
export function useShownAge(at: number | undefined, minAge = 0): void {
  useEffect(() => {
    if (at === undefined) return;
    const entry = { at };
    const timer = window.setTimeout(
      () => {
        shown.add(entry);
        notify();
      },
      at + minAge - Date.now(),
    );
    return () => {
      window.clearTimeout(timer);
      shown.delete(entry);
      notify();
    };
  }, [at, minAge]);
}

/** Returns the time of the oldest data on the screen. Null while all of it is live. */
export function useOldestShown(): number | null {
  return useSyncExternalStore(subscribe, () => (shown.size === 0 ? null : Math.min(...[...shown].map(({ at }) => at))));
}

function notify() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
