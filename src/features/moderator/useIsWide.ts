import { useSyncExternalStore } from "react";

/** Whether the desk has its columns side by side, as the styles have it from `lg`. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}

function subscribe(onChange: () => void): () => void {
  const wide = query();
  wide.addEventListener("change", onChange);
  return () => wide.removeEventListener("change", onChange);
}

function query(): MediaQueryList {
  return window.matchMedia("(min-width: 64rem)");
}
