import { useEffect } from "react";

/** Milliseconds. Earlier keys were meant for the screen below. */
const EARLY = 1000;

/** Ignores all keys in the first second after mounting, and the repeats and releases of keys pressed by then. */
export function useEarlyKeysIgnored(): void {
  useEffect(() => {
    const mountedAt = Date.now();
    const accepted = new Set<string>();
    const filterKey = (event: KeyboardEvent) => {
      const isPress = event.type === "keydown" && !event.repeat;
      if (isPress && Date.now() - mountedAt >= EARLY) accepted.add(event.code);
      if (accepted.has(event.code)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const types = ["keydown", "keypress", "keyup"] as const;
    for (const type of types) window.addEventListener(type, filterKey, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, filterKey, { capture: true });
    };
  }, []);
}
