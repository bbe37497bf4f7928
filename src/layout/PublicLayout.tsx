import { lazy, Suspense, useEffect } from "react";
import { Outlet } from "react-router-dom";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { followFestival } from "../lib/festival";
import { useStoredSession } from "../session/storedSession";

/** Wraps the public pages. Members keep the tabs. Visitors do not load their script. */
export function PublicLayout() {
  const isSignedIn = useStoredSession("attendee");
  useEffect(followFestival, []);
  return (
    <>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
      {isSignedIn && (
        <ErrorBoundary fallback={() => null}>
          <Suspense>
            <Tabs />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

const Tabs = lazy(async () => {
  const [{ AttendeeSession }, { MemberTabs }] = await Promise.all([
    import("../session/AttendeeSession"),
    import("./MemberTabs"),
  ]);
  return {
    default: () => (
      <AttendeeSession>
        <MemberTabs />
      </AttendeeSession>
    ),
  };
});
