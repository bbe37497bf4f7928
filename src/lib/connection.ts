import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";

/** How long a connection may be away before anybody is told: a change of Wi-Fi or a sign-in takes less. */
const GRACE = 1_500;

/** Whether the deployment has been out of reach for longer than a blink. */
export function useIsOffline(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (isWebSocketConnected) return;
    const timer = window.setTimeout(() => setLate(true), GRACE);
    return () => {
      window.clearTimeout(timer);
      setLate(false);
    };
  }, [isWebSocketConnected]);

  return isLate && !isWebSocketConnected;
}
