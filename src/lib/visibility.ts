import { useSyncExternalStore } from "react";
import { listen } from "./events";

/** True while the page is visible, as far as the browser knows. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === "visible");
}

function subscribeToVisibility(listener: () => void): () => void {
  return listen(document, "visibilitychange", listener);
}
