import { useEffect, useRef } from "react";
import { clearDrafts } from "../lib/draft";
import { toast } from "../lib/toast";
import type { AuthState } from "./authState";
import { forgetKept } from "./kept";
import { ownSignOut } from "./ownSignOut";
import { hasStoredSession, storedSessionId } from "./storedSession";
import { useSession } from "./useSession";
import { words } from "./words";

/** A session that ends without the person's own doing is forgotten in this browser, and the person is told once. */
export function useExpiredSession(authState: AuthState, isOwnDoing: boolean) {
  const { forget } = useSession();
  const hadSession = useRef(hasStoredSession("attendee"));
  const wasSignedIn = useRef(false);

  useEffect(() => {
    if (isOwnDoing || authState === "checking" || authState === "failed") return;
    if (authState === "expired" || (authState === "signedOut" && hadSession.current)) {
      forget();
      tellOfExpiry();
      return;
    }
    const isSignedIn = authState !== "signedOut";
    if (isSignedIn && !wasSignedIn.current) ownSignOut.forget();
    // Nobody sees any of it again, whoever has the phone.
    if (authState === "suspended") clearDrafts();
    // Only a member has something to read offline, and nobody reads what was somebody else's.
    forgetKept(authState === "approved" ? storedSessionId("attendee") : null);
    wasSignedIn.current = hadSession.current = isSignedIn;
  }, [authState, forget, isOwnDoing]);
}

/** Says that the session is over, unless the person ended it, in whichever tab. */
export function tellOfExpiry(): void {
  if (!ownSignOut.isNoted()) toast.error(words.expired);
}
