import { useEffect, useState } from "react";

/** Returns the time (ms), updated every half minute, for texts such as "5 minutes ago". */
export function useMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 30_000);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
