import {
  createContext,
  createElement,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  type ComponentType,
  type ReactNode,
} from "react";
import { matchPath } from "react-router-dom";
import { holdNetwork, whenNetworkIsFree } from "./freeNetwork";
import { reloadForNewBuild } from "./pwa";

/** All lazy parts with the paths that need them, for prefetching. */
const parts: { paths: readonly string[]; fetch: () => Promise<unknown> }[] = [];
/** The path of the visit's first screen. Empty while the build prerenders the public pages. */
const firstPath = typeof window === "undefined" ? "" : window.location.pathname;

/** What a screen shows until its script has loaded. */
export const SkeletonContext = createContext<ReactNode>(null);

/**
 * Returns a component whose script is loaded by `fetch` or when it is first shown. Until then it shows nothing. If loading fails, it throws
 * the failure to the nearest `ErrorBoundary`, unless `onFailure` handles it.
 */
export function lazyScript<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  onFailure: OnFailure<Props> = (failure) => Promise.reject(failure),
) {
  return lazyComponent(load, { hasSkeleton: false, onFailure });
}

/** Handles a script that did not load. Rejects with the error that the component then throws. Until then the component shows nothing. */
type OnFailure<Props> = (failure: unknown, props: Props) => Promise<never>;

function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { hasSkeleton, onFailure }: { hasSkeleton: boolean; onFailure: OnFailure<Props> },
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

  function Part(props: Props) {
    const [Component, setComponent] = useState(() => component);
    const [failed, setFailed] = useState<{ failure: unknown } | null>(null);
    const skeleton = useContext(SkeletonContext);
    const handleFailure = useEffectEvent((failure: unknown) => onFailure(failure, props));
    useEffect(() => {
      if (Component !== null) return undefined;
      let isShown = true;
      fetch()
        .catch((failure: unknown) => (isShown ? handleFailure(failure) : Promise.reject(failure)))
        .then(
          (loaded) => setComponent(() => loaded),
          (failure: unknown) => setFailed({ failure }),
        );
      return () => void (isShown = false);
    }, [Component]);

    if (failed !== null) throw failed.failure;
    if (Component !== null) return createElement(Component, props);
    // A lazy part of the skeleton must not show the skeleton again, without end.
    return hasSkeleton && createElement(SkeletonContext, { value: null }, skeleton);
  }
  return { Part, fetch };
}

/** Prefetches a script once the component's screen has loaded. With its script, a dialog also opens offline. */
export function usePrefetch(fetch: () => Promise<unknown>): void {
  useEffect(() => whenNetworkIsFree(() => void fetch().catch(() => undefined)), [fetch]);
}

/**
 * Returns a component that `paths` need, which shows the skeleton around it until its script has loaded. `fetchFirstParts` fetches the
 * scripts of the first path together. Otherwise session, guard and screen would be fetched one after the other.
 */
export function lazyPart<Name extends string, Props extends object>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  paths: readonly string[] = [],
) {
  const { Part, fetch } = lazyComponent(async () => (await load())[name], {
    hasSkeleton: true,
    onFailure: reloadForNewBuild,
  });
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
