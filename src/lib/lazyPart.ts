import { lazy, type ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { holdNetwork } from "./freeNetwork";
import { reloadForNewBuild } from "./pwa";

/** All lazy parts with the paths that need them, so that a script can be fetched before it is needed. */
const parts: { paths: readonly string[]; fetch: () => Promise<unknown> }[] = [];
/** The path at which the visit begins. Empty while the build prerenders the public pages. */
const firstPath = typeof window === "undefined" ? "" : window.location.pathname;

/**
 * A component whose script is fetched when somebody goes there. When the visit begins at one of `paths` it is fetched at
 * once: otherwise session, guard and screen would be fetched one after the other.
 */
export function lazyPart<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  paths: readonly string[],
) {
  let script: Promise<Record<Name, ComponentType<Props>>> | null = null;
  const fetch = () =>
    (script ??= load().catch((error: unknown) => {
      script = null;
      throw error;
    }));
  parts.push({ paths, fetch });
  // A failure is shown by the screen when it is rendered, not by the page at start.
  if (isOneOf(paths, firstPath))
    void fetch()
      .catch(() => undefined)
      .finally(holdNetwork());
  return lazy(async () => ({ default: (await fetch().catch(reloadForNewBuild))[name] }));
}

/** Fetches the scripts of all parts that some paths need. */
export function fetchParts(paths: readonly string[]): void {
  for (const part of parts.filter((one) => one.paths.some((path) => paths.includes(path)))) {
    part.fetch().catch(() => undefined);
  }
}

/** Whether an address is that of one of some paths, as routes have them. */
export function isOneOf(paths: readonly string[], pathname: string): boolean {
  return paths.some((path) => matchPath(path, pathname) !== null);
}
