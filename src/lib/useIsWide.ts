import { useSyncExternalStore } from "react";
import { useMatch } from "react-router-dom";
import { listen } from "./events";

/** True if there is room for two columns, like Tailwind's `md:`. Live. */
export function useIsWide(): boolean {
  return useSyncExternalStore(onChange, () => wideQuery().matches);
}

/** True while a thread fills a phone's screen, without list and tabs. */
export function useIsThreadAlone(): boolean {
  const isThread = useMatch("/matches/:matchId") !== null;
  return !useIsWide() && isThread;
}

const wideQuery = () => window.matchMedia("(min-width: 48rem)");

function onChange(listener: () => void): () => void {
  return listen(wideQuery(), "change", listener);
}
