import { useConvexConnectionState } from "convex/react";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";

/** Milliseconds offline before the person is told. Changing Wi-Fi or signing in takes less. */
const OFFLINE_DELAY = 1_500;

/** Since when the deployment is out of reach, in milliseconds since 1970; null while it is not, or for a moment only. */
export const OfflineContext = createContext<number | null>(null);

export function useIsOffline(): boolean {
  return useContext(OfflineContext) !== null;
}

export function useOfflineSince(): number | null {
  const { isWebSocketConnected } = useConvexConnectionState();
  // Without a network the WebSocket still looks open until an answer is missing, so the browser is asked too.
  const hasNetwork = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  // A page that opens without a network has nothing to wait for.
  return useLateSince(!isWebSocketConnected || !hasNetwork, !hasNetwork);
}

/** True once a condition has held for more than a moment. */
export function useIsLate(isTrue: boolean): boolean {
  return useLateSince(isTrue) !== null;
}

/** Since when a condition has been true, once that is longer than a moment. `isLate`: it is at the beginning already. */
function useLateSince(isTrue: boolean, isLate = false): number | null {
  const [since, setSince] = useState(() => (isTrue && isLate ? Date.now() : null));

  useEffect(() => {
    if (!isTrue) return;
    const began = Date.now();
    const timer = window.setTimeout(() => setSince(began), OFFLINE_DELAY);
    return () => {
      window.clearTimeout(timer);
      setSince(null);
    };
  }, [isTrue]);

  return isTrue ? since : null;
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
