import { useAuthActions } from "@convex-dev/auth/react";
import { useEffect, useRef } from "react";
import { clearDrafts } from "../lib/draft";
import { toast } from "../lib/toast";
import type { AuthState } from "./authState";
import { ownSignOut } from "./ownSignOut";
import { hasStoredSession } from "./storedSession";
import { words } from "./words";

/** A session that ends without the person's own doing, in any tab, is cleared, and the person is told once. */
export function useExpiredSession(authState: AuthState, isOwnDoing: boolean) {
  const { signOut } = useAuthActions();
  const hadSession = useRef(hasStoredSession("attendee"));
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (authState === "signingOut") hadSession.current = false;
    if (isOwnDoing) return;
    if (authState === "checking" || authState === "signingOut" || authState === "failed") return;
    const isSignedIn = authState !== "expired" && authState !== "signedOut";
    if (authState === "expired" || (authState === "signedOut" && hadSession.current)) {
      // After an expired session the same person finds what they typed; after a sign-out nobody does.
      if (ownSignOut.isNoted()) clearDrafts();
      else toast.error(words.expired);
      if (authState === "expired") void signOut();
    }
    if (isSignedIn && !wasSignedIn.current) ownSignOut.forget();
    wasSignedIn.current = hadSession.current = isSignedIn;
  }, [authState, signOut, isOwnDoing]);
}
