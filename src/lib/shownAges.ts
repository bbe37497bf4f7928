import { useEffect, useSyncExternalStore } from "react";

const shown = new Set<{ at: number }>();
const listeners = new Set<() => void>();

/** Something of that time is on the screen, in milliseconds since 1970. It counts once it is `after` milliseconds old. */
export function useShownAge(at: number | undefined, after = 0): void {
  useEffect(() => {
    if (at === undefined) return;
    const one = { at };
    const timer = window.setTimeout(
      () => {
        shown.add(one);
        tell();
      },
      at + after - Date.now(),
    );
    return () => {
      window.clearTimeout(timer);
      shown.delete(one);
      tell();
    };
  }, [at, after]);
}

/** Of when the oldest is that is on the screen; null while all of it is live. */
export function useOldestShown(): number | null {
  return useSyncExternalStore(subscribe, () => (shown.size === 0 ? null : Math.min(...[...shown].map(({ at }) => at))));
}

function tell() {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
