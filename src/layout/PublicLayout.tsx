import { useEffect } from "react";
import { Outlet } from "react-router-dom";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { followFestival } from "../lib/festival";
import { lazyScript } from "../lib/lazyPart";
import { useStoredSession } from "../session/storedSession";

/** Wraps the public pages. Members keep the tabs. Visitors do not load their script. */
export function PublicLayout() {
  const isSignedIn = useStoredSession("attendee");
  useEffect(followFestival, []);
  return (
    <>
      <Outlet />
      {isSignedIn && (
        <ErrorBoundary fallback={() => null}>
          <Tabs />
        </ErrorBoundary>
      )}
    </>
  );
}

const { Part: Tabs } = lazyScript(async () => {
  const [{ AttendeeSession }, { MemberTabs }] = await Promise.all([
    import("../session/AttendeeSession"),
    import("./MemberTabs"),
  ]);
  return () => (
    <AttendeeSession>
      <MemberTabs />
    </AttendeeSession>
  );
});
