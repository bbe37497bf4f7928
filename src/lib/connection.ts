import { useConvexConnectionState } from "convex/react";
import { useEffect, useState, useSyncExternalStore } from "react";

/** How long a connection may be away before anybody is told: a change of Wi-Fi or a sign-in takes less. */
const OFFLINE_DELAY = 1_500;

/** Whether the deployment has been out of reach for longer than a moment. */
export function useIsOffline(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  // Without a network the WebSocket still looks open until an answer is missing, so the browser is asked too.
  const hasNetwork = useSyncExternalStore(onNetwork, () => navigator.onLine);
  return useIsLate(!isWebSocketConnected || !hasNetwork);
}

/** Whether a condition has been true for longer than a moment. */
export function useIsLate(isTrue: boolean): boolean {
  const [isLate, setLate] = useState(false);

  useEffect(() => {
    if (!isTrue) return;
    const timer = window.setTimeout(() => setLate(true), OFFLINE_DELAY);
    return () => {
      window.clearTimeout(timer);
      setLate(false);
    };
  }, [isTrue]);

  return isLate && isTrue;
}

function onNetwork(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
