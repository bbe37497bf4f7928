import { useEffect, useRef, useState } from "react";

/** So long the moment lasts by itself, and so long it takes to fade. */
const LASTS = 6000;
const FADES = 300;

/** Closes by itself after its time, or sooner when told; always with the fade. */
export function useTimedClose(onGone: () => void) {
  const [isLeaving, setLeaving] = useState(false);
  const gone = useRef(onGone);

  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    const timer = isLeaving
      ? window.setTimeout(() => gone.current(), FADES)
      : window.setTimeout(() => setLeaving(true), LASTS);
    return () => window.clearTimeout(timer);
  }, [isLeaving]);

  return { isLeaving, leave: () => setLeaving(true) };
}
