import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import { useEffect, useEffectEvent, useRef, type ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { api } from "../../convex/_generated/api";
import { limits } from "../../convex/shared/limits";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { LoadError } from "../components/LoadError";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { useBackgroundMutation } from "../lib/acts";
import { isRefusal } from "../lib/errors";
import { every } from "../lib/events";
import { SkeletonContext } from "../lib/lazyPart";
import { toast } from "../lib/toast";
import { useIsVisible } from "../lib/visibility";
import { afterError } from "./afterError";
import { useSession } from "./useSession";
import { homes, StaffContext } from "./useStaff";
import { words } from "./words";

type Props = {
  /** Who may see it: all staff, or organisers only. */
  kind?: "moderator" | "organiser";
  skeleton?: ReactNode;
  /** True for the screen where a second factor is set up. All signed-in staff may see it. */
  isSetUp?: boolean;
  children: ReactNode;
};

/** Guards the staff's screens, and provides the signed-in staff member to its children. */
export function StaffGuard({ kind = "moderator", skeleton = <ScreenSkeleton />, isSetUp = false, children }: Props) {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const { pathname } = useLocation();
  const me = useQueryResult({ query: api.staff.me, args: isAuthenticated ? {} : "skip" });
  const isOver = me.status === "error" && isRefusal(me.error, "UNAUTHENTICATED", "FORBIDDEN");
  useForgetEnded(isOver);
  useStaffPresence(isAuthenticated && me.status === "success");

  if (!isLoading && !isAuthenticated) return <Navigate to="/moderator/login" replace />;
  if (me.status === "error" && !isOver) return <LoadError title={words.noUser} />;
  if (me.status !== "success") return skeleton;
  if (me.data.mustSetUp && !isSetUp) return <Navigate to="/staff/security" replace />;
  if (kind === "organiser" && me.data.kind !== "organiser") return <Navigate to={homes.moderator} replace />;
  return (
    <StaffContext value={me.data}>
      <ErrorBoundary resetOn={pathname} fallback={afterError}>
        <SkeletonContext value={skeleton}>{children}</SkeletonContext>
      </ErrorBoundary>
    </StaffContext>
  );
}

/** Forgets a session that ended elsewhere, which leads to the sign-in. */
function useForgetEnded(isOver: boolean) {
  const { forget } = useSession();

  useEffect(() => {
    if (!isOver) return;
    forget();
    toast.error(words.expired);
  }, [isOver, forget]);
}

/** Reports regularly that the staff member is on duty, while the screen is visible. */
function useStaffPresence(isSignedIn: boolean) {
  const reportPresence = useBackgroundMutation(api.staff.look);
  const isVisible = useIsVisible();
  const isSending = useRef(false);
  // Offline, the first report waits in the client and the others are skipped.
  const report = useEffectEvent(() => {
    if (isSending.current) return;
    isSending.current = true;
    reportPresence({})
      .catch(() => undefined)
      .finally(() => (isSending.current = false));
  });

  useEffect(() => {
    if (!isSignedIn || !isVisible) return;
    report();
    return every(limits.staffSeenMs, report);
  }, [isSignedIn, isVisible]);
}
