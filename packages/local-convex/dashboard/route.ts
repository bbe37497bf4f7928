import { useSyncExternalStore } from "react";

export const SCREENS = ["tables", "functions", "logs", "schedules", "files", "settings", "health"] as const;
export type Screen = (typeof SCREENS)[number];

/** The current route: the URL after `#`. It never contains the key. */
export interface Route {
  screen: Screen;
  params: URLSearchParams;
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return routeOf(hash);
}

function routeOf(hash: string): Route {
  const [name = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  return { screen: SCREENS.find((screen) => screen === name) ?? "tables", params: new URLSearchParams(query) };
}

/** Returns a screen's URL, for links. Omits empty parameters. */
export function hrefOf(screen: Screen, params: Record<string, string> = {}): string {
  const filled = Object.entries(params).filter(([, value]) => value !== "");
  return `#/${screen}${filled.length === 0 ? "" : `?${new URLSearchParams(filled).toString()}`}`;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
