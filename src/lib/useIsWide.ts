import { useSyncExternalStore } from "react";
import { useMatch } from "react-router-dom";

/** True where there is room for two columns, as Tailwind's `md:` says. Live. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, () => wideQuery().matches);
}

/** True while a thread has the whole screen of a phone: no list and no tabs beside it. */
export function useIsThreadAlone(): boolean {
  const isThread = useMatch("/matches/:matchId") !== null;
  return !useIsWide() && isThread;
}

const wideQuery = () => window.matchMedia("(min-width: 48rem)");

function onChange(listener: () => void): () => void {
  const query = wideQuery();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
