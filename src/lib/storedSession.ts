import { useSyncExternalStore } from "react";
import { attempt } from "./attempt";

/** The two kinds of session of one browser, kept apart. Also their namespaces in the browser's storage. */
export type SessionKind = "attendee" | "moderator";

type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/**
 * Where sessions are kept, of all screens alike: with the browser, or with the page alone where a browser forbids storage and
 * throws, or has none.
 */
export const sessionStore = attempt<Store | null>(() => window.localStorage) ?? inMemory();

/**
 * Whether this browser holds a session, without loading anything that could use it. It may have ended meanwhile;
 * only the deployment knows.
 */
export function hasStoredSession(kind: SessionKind): boolean {
  return sessionStore.getItem(`__convexAuthJWT_${kind}`) !== null;
}

/** The same for a page that was made before anybody looked at it: nobody is signed in until the browser has been asked. */
export function useStoredSession(kind: SessionKind): boolean {
  return useSyncExternalStore(
    never,
    () => hasStoredSession(kind),
    () => false,
  );
}

function inMemory(): Store {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

function never() {
  return () => undefined;
}
