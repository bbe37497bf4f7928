/** The two kinds of session of one browser, kept apart. Also their namespaces in the browser's storage. */
export type SessionKind = "attendee" | "moderator";

/**
 * Whether this browser holds a session, without loading anything that could use it. It may have ended meanwhile;
 * only the deployment knows.
 */
export function hasStoredSession(kind: SessionKind): boolean {
  try {
    return window.localStorage.getItem(`__convexAuthJWT_${kind}`) !== null;
  } catch {
    // A browser that forbids storage throws on reading; nobody is signed in there.
    return false;
  }
}
