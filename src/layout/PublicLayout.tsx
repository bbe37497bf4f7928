import { lazy, Suspense, useEffect } from "react";
import { Outlet } from "react-router-dom";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { followFestival } from "../lib/festival";
import { useStoredSession } from "../session/storedSession";

/** Around the pages that everybody can read: a member keeps the tabs. Visitors load nothing for it. */
export function PublicLayout() {
  const isSignedIn = useStoredSession("attendee");
  useEffect(followFestival, []);
  return (
    <>
      <Outlet />
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
