import { useEffect, useState } from "react";
import { every } from "./events";

/** Returns the time (ms), updated every half minute, for texts such as "5 minutes ago". */
export function useMinute(): number {
  return useNow(30_000);
}

/** Returns the time (ms), updated every `interval` ms. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => every(interval, () => setNow(Date.now())), [interval]);
  return now;
}
