import { useEffect, useEffectEvent, useState } from "react";

/** How long it is open, and how long the fade takes. */
const OPEN = 6000;
const FADE = 300;

/** Closes by itself after its time, or sooner by `close`; always with the fade. `onClosed` follows it. */
export function useTimedClose(onClosed: () => void) {
  const [isClosing, setClosing] = useState(false);
  const handleClosed = useEffectEvent(onClosed);

  useEffect(() => {
    const timer = isClosing
      ? window.setTimeout(() => handleClosed(), FADE)
      : window.setTimeout(() => setClosing(true), OPEN);
    return () => window.clearTimeout(timer);
  }, [isClosing]);

  return { isClosing, close: () => setClosing(true) };
}
