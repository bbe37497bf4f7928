import { useEffect, useEffectEvent } from "react";
import { listen } from "./events";

/** Runs `act` each time the browser is online again. */
export function useBackOnline(act: () => void): void {
  const handle = useEffectEvent(act);
  useEffect(() => listen(window, "online", handle), []);
}
