import { useSyncExternalStore } from "react";
import { attempt } from "./attempt";

/** The two kinds of session of one browser, kept apart. Also their namespaces in the browser's storage. */
export type SessionKind = "attendee" | "moderator";

/**
 * Whether this browser holds a session, without loading anything that could use it. It may have ended meanwhile;
 * only the deployment knows.
 */
export function hasStoredSession(kind: SessionKind): boolean {
  // A browser that forbids storage throws on reading; nobody is signed in there.
  return attempt(() => window.localStorage.getItem(`__convexAuthJWT_${kind}`) !== null) ?? false;
}

/** The same for a page that was made before anybody looked at it: nobody is signed in until the browser has been asked. */
export function useStoredSession(kind: SessionKind): boolean {
  return useSyncExternalStore(
    never,
    () => hasStoredSession(kind),
    () => false,
  );
}

function never() {
  return () => undefined;
}
