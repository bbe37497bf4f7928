import { useEffect, useState } from "react";

/** Whole seconds until an instant (ms since 1970), counting down on the screen; 0 once it is past. */
export function useSecondsUntil(instant: number): number {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((instant - now) / 1000));

  useEffect(() => {
    setNow(Date.now());
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, [instant]);

  return seconds;
}
