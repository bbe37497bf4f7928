import { useAuthToken } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { type ReactNode, useContext, useMemo } from "react";
import { useLocation } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { OfflineContext, useIsOffline } from "../lib/connection";
import { isRefusal } from "../lib/errors";
import { useShownAge } from "../lib/shownAges";
import { authStateOf } from "./authState";
import { nameOf, OWN_PHOTO, readKept, type OwnPhoto } from "./kept";
import { ownSignOut } from "./ownSignOut";
import { storedSessionId } from "./storedSession";
import { AttendeeContext, type CurrentUser } from "./useAttendee";
import { useExpiredSession } from "./useExpiredSession";
import { useKept } from "./useKept";
import { useSession } from "./useSession";
import { useSignOutBy } from "./useSignOutBy";

/** What was live a moment ago is not called old. */
const RECENT = 60_000;
const SIGNED_IN = { isLoading: false, isAuthenticated: true };

/**
 * Knows the attendee of this browser, for everything below. Needs a `SessionProvider` above. Who was a member when they were
 * last online is one in a dead spot too, also when their token has expired there. The deck begins with what is kept, too.
 */
export function AttendeeProvider({ children }: { children: ReactNode }) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const result = useQueryResult({ query: api.profiles.me, args: isAuthenticated ? {} : "skip" });
  const session = useSession();
  const { isOwnDoing, signOutBy } = useSignOutBy();
  const live = isAuthenticated && result.status === "success" ? result.data : null;
  const liveState = authStateOf(
    { isLoading, isAuthenticated },
    result.status === "error"
      ? { status: "error", isExpired: isRefusal(result.error, "UNAUTHENTICATED") }
      : result.status === "success"
        ? { ...result.data, status: "success" }
        : result,
  );
  const isAtDeck = useLocation().pathname === "/swipe";
  // With the token read, the client sends no query without it.
  const isEarly = useAuthToken() !== null && isAtDeck;
  const kept = useKept<CurrentUser>(liveState === "checking" ? nameOf(api.profiles.me, {}) : null, isEarly)?.data;
  const me = useWithOwnPhoto(kept ?? live);
  const authState = kept === undefined ? liveState : authStateOf(SIGNED_IN, { ...kept, status: "success" });
  const offlineSince = useContext(OfflineContext);
  useShownAge((live !== null && offlineSince) || undefined, RECENT);
  const signOut = () => {
    ownSignOut.note();
    session.signOut(authState === "rejected" ? "signUp" : "signIn");
  };

  useExpiredSession(authState, isOwnDoing);
  const attendee = { authState, me, isKept: kept !== undefined, signOut, signOutBy };
  return <AttendeeContext value={attendee}>{children}</AttendeeContext>;
}

/** Without a network one's own photo is shown as it is kept here. */
function useWithOwnPhoto(me: CurrentUser | null): CurrentUser | null {
  const isOffline = useIsOffline();
  return useMemo(() => {
    const session = storedSessionId("attendee");
    const kept = isOffline && session !== null ? readKept<OwnPhoto>(session, OWN_PHOTO)?.data : undefined;
    if (me === null || kept === undefined) return me;
    const photos = me.photos.map((photo) => (photo.middle === kept.url ? { ...photo, kept: kept.data } : photo));
    return { ...me, photos };
  }, [me, isOffline]);
}
