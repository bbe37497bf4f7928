import { useSyncExternalStore } from "react";
import { withMemory } from "../lib/memoryStore";

/** A browser holds at most one session of each kind. The kind is also its namespace in the browser's storage. */
export type SessionKind = "attendee" | "moderator";

export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

export const sessionStore = withMemory(() => window.localStorage);

/** The storage key of the unreported sign-outs (`signOuts.ts`). */
export const SIGN_OUTS = "signOuts";

/** True if this browser holds a session. It may have ended at the deployment. */
export function hasStoredSession(kind: SessionKind): boolean {
  return sessionStore.getItem(tokenKey(kind)) !== null;
}

/** Returns the key where Convex Auth's client stores a session's token. */
export function tokenKey(kind: SessionKind): string {
  return `__convexAuthJWT_${kind}`;
}

/** Returns the user and session in the token, or null without one. A refreshed token has the same. */
export function storedSessionId(kind: SessionKind): string | null {
  return sessionIdOf(sessionStore.getItem(tokenKey(kind)));
}

/** Returns the user and session that a token is for. */
export function sessionIdOf(token: string | null): string | null {
  try {
    const [, payload = ""] = (token ?? "").split(".");
    return (JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as { sub?: string }).sub ?? token;
  } catch {
    return token;
  }
}

/** Deletes the tokens of a session from this browser. Returns its refresh token, or null without one. */
export function deleteStoredSession(kind: SessionKind): string | null {
  const refreshKey = `__convexAuthRefreshToken_${kind}`;
  const refreshToken = sessionStore.getItem(refreshKey);
  for (const key of [tokenKey(kind), refreshKey]) sessionStore.removeItem(key);
  return refreshToken;
}

/** `hasStoredSession` for a prerendered page: signed out until the page runs in a browser. */
export function useStoredSession(kind: SessionKind): boolean {
  return useSyncExternalStore(
    noChanges,
    () => hasStoredSession(kind),
    () => false,
  );
}

function noChanges() {
  return () => undefined;
}
