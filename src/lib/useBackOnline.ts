import { useEffect, useEffectEvent } from "react";

/** Runs `act` each time the browser is online again. */
export function useBackOnline(act: () => void): void {
  const handle = useEffectEvent(act);
  useEffect(() => {
    const listener = () => handle();
    window.addEventListener("online", listener);
    return () => window.removeEventListener("online", listener);
  }, []);
}
