import { lazy, useEffect, type ComponentType } from "react";
import { matchPath } from "react-router-dom";
import { after } from "./events";
import { holdNetwork } from "./freeNetwork";
import { reloadForNewBuild } from "./pwa";

/** All lazy parts with the paths that need them, for prefetching. */
const parts: { paths: readonly string[]; fetch: () => Promise<unknown> }[] = [];
/** The path of the visit's first screen. Empty while the build prerenders the public pages. */
const firstPath = typeof window === "undefined" ? "" : window.location.pathname;

/**
 * Returns a component whose script is loaded by `fetch` or when it is first shown. With the script loaded it renders at once. With a
 * promise, React would show the skeleton for 300 ms.
 */
export function lazyScript<Props>(
  load: () => Promise<ComponentType<Props>>,
  onFailure: (failure: unknown) => Promise<never> = (failure) => Promise.reject(failure as Error),
) {
  let script: Promise<ComponentType<Props>> | null = null;
  let component: ComponentType<Props> | null = null;
  const fetch = () =>
    (script ??= load().then(
      (loaded) => (component = loaded),
      (error: unknown) => {
        script = null;
        throw error;
      },
    ));
  const open = () =>
    component === null
      ? fetch().then((loaded) => ({ default: loaded }), onFailure)
      : (resolvedThenable({ default: component }) as Promise<{ default: ComponentType<Props> }>);
  return { Part: lazy(open), fetch };
}

/** Fetches a script `delay` ms after a component is shown, so that the screen's own requests go first. */
export function usePrefetch(fetch: () => Promise<unknown>, delay: number): void {
  useEffect(() => after(delay, () => void fetch().catch(() => undefined)), [fetch, delay]);
}

/**
 * Returns a component that `paths` need. `fetchFirstParts` fetches the scripts of the first path together. Otherwise session, guard and
 * screen would be fetched one after the other.
 */
export function lazyPart<Name extends string, Props>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  paths: readonly string[] = [],
) {
  const { Part, fetch } = lazyScript(async () => (await load())[name], reloadForNewBuild);
  parts.push({ paths, fetch });
  return Part;
}

/** Fetches the scripts of the first screen. Never rejects: the screen shows a failure. */
export async function fetchFirstParts(): Promise<void> {
  const release = holdNetwork();
  await Promise.allSettled(parts.filter(({ paths }) => isOneOf(paths, firstPath)).map(({ fetch }) => fetch()));
  release();
}

/** Fetches the scripts that `paths` need, one after the other. All at once would block a slow phone for 200 ms, and delay its other requests. */
export async function fetchParts(paths: readonly string[]): Promise<void> {
  for (const part of parts.filter((candidate) => candidate.paths.some((path) => paths.includes(path)))) {
    await part.fetch().catch(() => undefined);
  }
}

export function isOneOf(paths: readonly string[], pathname: string): boolean {
  return paths.some((path) => matchPath(path, pathname) !== null);
}

/** A promise whose value React reads at once, in the same render. */
function resolvedThenable<T>(value: T): PromiseLike<T> {
  return { then: (done) => (done?.(value), resolvedThenable(value)) as never };
}
