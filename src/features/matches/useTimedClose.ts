import { useEffect, useEffectEvent, useState } from "react";

/** How long it is open, and how long the fade takes. */
const OPEN = 6000;
const FADE = 300;

/**
 * Closes by itself after its time, or sooner by `close`; always with the fade. `onClosed` follows it. The time begins anew whenever
 * the page is visible again.
 */
export function useTimedClose(isVisible: boolean, onClosed: () => void) {
  const [isClosing, setClosing] = useState(false);
  const handleClosed = useEffectEvent(onClosed);

  useEffect(() => {
    if (!isClosing && !isVisible) return;
    const timer = isClosing
      ? window.setTimeout(() => handleClosed(), FADE)
      : window.setTimeout(() => setClosing(true), OPEN);
    return () => window.clearTimeout(timer);
  }, [isClosing, isVisible]);

  return { isClosing, close: () => setClosing(true) };
}
