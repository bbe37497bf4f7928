import { useEffect, useEffectEvent, useState } from "react";

/** Milliseconds open, and milliseconds of the fade. */
const OPEN_MS = 6000;
const FADE_MS = 300;

/**
 * Closes after `OPEN_MS` ms, or earlier by `close()`. `onClosed` runs after the fade. The time restarts when the page becomes visible again.
 */
export function useTimedClose(isVisible: boolean, onClosed: () => void) {
  const [isClosing, setClosing] = useState(false);
  const handleClosed = useEffectEvent(onClosed);

  useEffect(() => {
    if (!isClosing && !isVisible) return;
    const timer = isClosing
      ? window.setTimeout(() => handleClosed(), FADE_MS)
      : window.setTimeout(() => setClosing(true), OPEN_MS);
    return () => window.clearTimeout(timer);
  }, [isClosing, isVisible]);

  return { isClosing, close: () => setClosing(true) };
}
