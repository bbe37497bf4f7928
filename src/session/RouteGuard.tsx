import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { LoadError } from "../components/LoadError";
import { OnlineSkeleton } from "../components/OnlineSkeleton";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { useIsOffline } from "../lib/connection";
import { useHeldNetwork } from "../lib/freeNetwork";
import { SkeletonContext } from "../lib/lazyPart";
import { guardDecision, type Area } from "./authState";
import { afterError } from "./afterError";
import { ownSignOut } from "./ownSignOut";
import { useAttendee } from "./useAttendee";
import { useSession } from "./useSession";
import { words } from "./words";

type Props = {
  area: Area;
  /** Shown while the session is checked or the screen loads, in place of the default. */
  skeleton?: ReactNode;
};

// The same elements for all renders, so that a change of the attendee's data renders only the parts that read it.
const screen = <Outlet />;
const usualSkeleton = <ScreenSkeleton />;

/** Guards the screens of an area. A person who is redirected never sees the guarded screen, not even for a moment. */
export function RouteGuard({ area, skeleton }: Props) {
  const { authState } = useAttendee();
  const { pathname, search, state } = useLocation();
  const { authMode } = useSession();
  // The form at /moderation-pending?edit may have unsent changes. After an approval that screen itself redirects.
  const isCorrected = authState === "approved" && area === "moderation" && search === "?edit";
  const decision = isCorrected ? "show" : guardDecision(authState, area);
  useHeldNetwork(decision === "wait");

  if (decision === "wait") return skeleton ?? <Unknown />;
  if (decision === "error") return <LoadError title={words.noUser} />;
  if (decision === "/auth" && area === "member" && !ownSignOut.isSetHere()) {
    return <Navigate to={decision} replace state={{ mode: authMode, from: pathname + search }} />;
  }
  // Only /auth reads the mode.
  if (decision !== "show") {
    const to = authState === "approved" && area === "auth" ? (fromOf(state) ?? decision) : decision;
    return <Navigate to={to} replace state={{ mode: authMode }} />;
  }
  return (
    <ErrorBoundary resetOn={`${authState} ${pathname}`} fallback={afterError}>
      <SkeletonContext value={skeleton ?? usualSkeleton}>{screen}</SkeletonContext>
    </ErrorBoundary>
  );
}

/** The member screen requested before signing in, such as the thread of a tapped notification. */
function fromOf(state: unknown): string | null {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : null;
  return typeof from === "string" ? from : null;
}

/** The attendee is not known yet. Offline without a cached answer, it stays unknown until the network returns. */
function Unknown() {
  if (!useIsOffline()) return <ScreenSkeleton />;
  return (
    <main className="grid min-h-dvh place-items-center">
      <OnlineSkeleton alone>{null}</OnlineSkeleton>
    </main>
  );
}
