import { useConvexConnectionState } from "convex/react";
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from "react";
import { after, listen } from "./events";

/** Milliseconds offline before the ribbon appears. Changing Wi-Fi or signing in takes less. */
const OFFLINE_DELAY = 1_500;

/** When the deployment went out of reach (ms since 1970). Null while it is reachable, and for the first `OFFLINE_DELAY`. */
export const OfflineContext = createContext<number | null>(null);

export function useIsOffline(): boolean {
  return useContext(OfflineContext) !== null;
}

export function useOfflineSince(): number | null {
  const { isWebSocketConnected } = useConvexConnectionState();
  // The WebSocket looks open until an answer is overdue, so this asks the browser too.
  const hasNetwork = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  // A page that opens without a network counts as offline at once.
  return useLateSince(!isWebSocketConnected || !hasNetwork, !hasNetwork);
}

/** True once a condition has held for `OFFLINE_DELAY`. */
export function useIsLate(isTrue: boolean): boolean {
  return useLateSince(isTrue) !== null;
}

/** Returns when a condition became true, once it has held for `OFFLINE_DELAY`. `isLate`: returns it at once on the first render. */
function useLateSince(isTrue: boolean, isLate = false): number | null {
  const [since, setSince] = useState(() => (isTrue && isLate ? Date.now() : null));

  useEffect(() => {
    if (!isTrue) return;
    const began = Date.now();
    const cancel = after(OFFLINE_DELAY, () => setSince(began));
    return () => {
      cancel();
      setSince(null);
    };
  }, [isTrue]);

  return isTrue ? since : null;
}

function subscribeToNetwork(listener: () => void): () => void {
  return listen(window, ["online", "offline"], listener);
}
