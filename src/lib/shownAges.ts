import { useEffect, useSyncExternalStore } from "react";

const shown = new Set<{ at: number }>();
const listeners = new Set<() => void>();

/** Something of that time is on the screen, in milliseconds since 1970. It counts once it is `minAge` milliseconds old. */
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

/** Of when the oldest is that is on the screen; null while all of it is live. */
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
