import { useEffect, useRef } from "react";
import { clearDrafts } from "../lib/draft";
import { toast } from "../lib/toast";
import type { AuthState } from "./authState";
import { clearCache } from "./cache";
import { ownSignOut } from "./ownSignOut";
import { hasStoredSession, storedSessionId } from "./storedSession";
import { useSession } from "./useSession";
import { words } from "./words";

/** Forgets a session that the person did not end, and shows a toast once. */
export function useExpiredSession(authState: AuthState, isSigningOut: boolean) {
  const { forget } = useSession();
  const hadSession = useRef(hasStoredSession("attendee"));
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (isSigningOut || authState === "checking" || authState === "failed") return;
    if (authState === "expired" || (authState === "signedOut" && hadSession.current)) {
      forget();
      showSessionExpired();
      return;
    }
    const isSignedIn = authState !== "signedOut";
    if (isSignedIn && !wasSignedIn.current) ownSignOut.clear();
    // A suspended person cannot use drafts, and the phone's next user must not see them.
    if (authState === "suspended") clearDrafts();
    // Only members read offline, and only their own data.
    clearCache(authState === "approved" ? storedSessionId("attendee") : null);
    wasSignedIn.current = hadSession.current = isSignedIn;
  }, [authState, forget, isSigningOut]);
}

/** Shows that the session expired, unless the person ended it in any tab. */
export function showSessionExpired(): void {
  if (!ownSignOut.isSet()) toast.error(words.expired);
}
