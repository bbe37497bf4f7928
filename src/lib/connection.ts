import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

/** How long something may take before anybody is told: a change of Wi-Fi or a sign-in takes less. */
const GRACE = 1_500;

/** Whether the deployment has been out of reach for longer than a blink. */
export function useIsOffline(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  // A connection that the browser has lost looks open until somebody misses an answer on it.
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return useIsLate(!isWebSocketConnected || !hasNetwork);
}

/** Whether something has been so for longer than a blink. */
export function useIsLate(isSo: boolean): boolean {
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (!isSo) return;
    const timer = window.setTimeout(() => setLate(true), GRACE);
    return () => {
      window.clearTimeout(timer);
      setLate(false);
    };
  }, [isSo]);

  return isLate && isSo;
}

function onNetwork(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
