import { useEffect } from "react";

/** Milliseconds. Earlier keys were meant for the screen below. */
const EARLY = 1000;

/** Ignores all keys in the first second after mounting, and the repeats and releases of keys pressed by then. */
export function useEarlyKeysIgnored(): void {
  useEffect(() => {
    const began = Date.now();
    const counted = new Set<string>();
    const judge = (event: KeyboardEvent) => {
      const isPress = event.type === "keydown" && !event.repeat;
      if (isPress && Date.now() - began >= EARLY) counted.add(event.code);
      if (counted.has(event.code)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    const types = ["keydown", "keypress", "keyup"] as const;
    for (const type of types) window.addEventListener(type, judge, { capture: true });
    return () => {
      for (const type of types) window.removeEventListener(type, judge, { capture: true });
    };
  }, []);
}
