import { useAuthToken } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { useContext, useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { Outlet, useLocation } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { AnnouncementRibbon } from "../components/AnnouncementRibbon";
import { Unanswered, useCallWithTimeout } from "../lib/acts";
import { OfflineContext, useIsOffline } from "../lib/connection";
import { isRefusal } from "../lib/errors";
import { useShownAge } from "../lib/shownAges";
import { toast } from "../lib/toast";
import { attendeeConnections } from "./attendeeConnections";
import { authStateOf, type AuthState } from "./authState";
import { clearCache, nameOf, OWN_PHOTO, readCached, type OwnPhoto } from "./cache";
import { ownSignOut } from "./ownSignOut";
import { SessionProvider } from "./SessionProvider";
import { hasStoredSession, storedSessionId } from "./storedSession";
import { AttendeeContext, type CurrentUser } from "./useAttendee";
import { useCached } from "./useCached";
import { useSession } from "./useSession";
import { words } from "./words";

/** Wraps all screens of an attendee, signed in or not, or the given children. */
export function AttendeeSession({ children = <Outlet /> }: { children?: ReactNode }) {
  return (
    <SessionProvider connections={attendeeConnections} onEndedElsewhere={showSessionExpired}>
      <AnnouncementRibbon />
      <AttendeeProvider>{children}</AttendeeProvider>
    </SessionProvider>
  );
}

/** Milliseconds. Cached answers below this age are shown without it. */
const RECENT = 60_000;
const SIGNED_IN = { isLoading: false, isAuthenticated: true };

/**
 * Provides the attendee of this browser. Needs a `SessionProvider` above. Offline it uses the cached answer, even after the token has
 * expired. The deck starts with the cached answer online, too.
 */
function AttendeeProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const auth = useConvexAuth();
  const { isLoading, isAuthenticated } = auth.isLoading && session.isEarly() ? SIGNED_IN : auth;
  const result = useQueryResult({ query: api.profiles.me, args: isAuthenticated ? {} : "skip" });
  const { isSigningOut, signOutBy } = useSignOutBy();
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
  // Once the client has the token, it sends every query with it.
  const isEarly = useAuthToken() !== null && isAtDeck;
  const cached = useCached<CurrentUser>(liveState === "checking" ? nameOf(api.profiles.me, {}) : null, isEarly)?.data;
  const me = useWithOwnPhoto(cached ?? live);
  const authState = cached === undefined ? liveState : authStateOf(SIGNED_IN, { ...cached, status: "success" });
  const offlineSince = useContext(OfflineContext);
  useShownAge((live !== null && offlineSince) || undefined, RECENT);
  const signOut = () => {
    ownSignOut.set();
    session.signOut(authState === "rejected" ? "signUp" : "signIn");
  };

  useExpiredSession(authState, isSigningOut);
  const attendee = { authState, me, isCached: cached !== undefined, signOut, signOutBy };
  return <AttendeeContext value={attendee}>{children}</AttendeeContext>;
}

/** Adds the cached copy of the attendee's own photo while offline. */
function useWithOwnPhoto(me: CurrentUser | null): CurrentUser | null {
  const isOffline = useIsOffline();
  return useMemo(() => {
    const session = storedSessionId("attendee");
    const cached = isOffline && session !== null ? readCached<OwnPhoto>(session, OWN_PHOTO)?.data : undefined;
    if (me === null || cached === undefined) return me;
    const photos = me.photos.map((photo) =>
      photo.middle === cached.url ? { ...photo, offlineUrl: cached.data } : photo,
    );
    return { ...me, photos };
  }, [me, isOffline]);
}

/** Returns `signOutBy` (see `Attendee`), and whether it is running. */
function useSignOutBy() {
  const callWithTimeout = useCallWithTimeout();
  const { forget } = useSession();
  const [isSigningOut, setSigningOut] = useState(false);
  const unanswered = useRef<Promise<unknown>>(null);

  // The answer arrives when the connection is back. Until then, an ended session may be the person's own act.
  const awaitAnswer = (answer: Promise<unknown>) => {
    unanswered.current = answer;
    const settled = () => (unanswered.current = null);
    answer.then(settled, () => {
      settled();
      ownSignOut.clear();
    });
  };
  const signOutBy = async (action: () => Promise<unknown>) => {
    const { current: pending } = unanswered;
    setSigningOut(true);
    ownSignOut.set();
    try {
      // Never sends twice: the second call would find the session over and report it as expired.
      await (pending === null ? action() : callWithTimeout(() => pending));
      forget();
    } catch (error) {
      if (error instanceof Unanswered) awaitAnswer(error.answer);
      else if (unanswered.current === null) ownSignOut.clear();
      throw error;
    } finally {
      setSigningOut(false);
    }
  };
  return { isSigningOut, signOutBy };
}

/** Forgets a session that the person did not end, and shows a toast once. */
function useExpiredSession(authState: AuthState, isSigningOut: boolean) {
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
    // Only members read offline, and only their own data.
    clearCache(authState === "approved" ? storedSessionId("attendee") : null);
    wasSignedIn.current = hadSession.current = isSignedIn;
  }, [authState, forget, isSigningOut]);
}

/** Shows that the session expired, unless the person ended it in any tab. */
function showSessionExpired(): void {
  if (!ownSignOut.isSet()) toast.error(words.expired);
}
