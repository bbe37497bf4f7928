import { useEffect } from "react";

/** Keys of this time belong to what the person did before. In milliseconds. */
const EARLY = 1000;

/** From when it is shown no key counts for a second, nor the rest of a key that was held down then. */
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
