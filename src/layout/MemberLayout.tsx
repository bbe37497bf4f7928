import { lazy, Suspense } from "react";
import { Outlet } from "react-router-dom";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { ReportProvider } from "../features/reports/ReportProvider";
import { SwipeOutbox } from "../features/swipes/SwipeOutbox";
import { Navigation } from "./Navigation";

// Fetched beside the screen, not before it: a match can only come once somebody is looking at one.
const MatchMoment = lazy(async () => ({ default: (await import("../features/matches/MatchMoment")).MatchMoment }));

/** Around every screen of a member: the tabs, and the match whenever it happens. */
export function MemberLayout() {
  return (
    <>
      <Navigation />
      <main className="min-h-dvh pb-(--bar) md:pt-16 md:pb-0">
        <SwipeOutbox>
          <ReportProvider>
            <Suspense fallback={<ScreenSkeleton />}>
              <Outlet />
            </Suspense>
          </ReportProvider>
        </SwipeOutbox>
      </main>
      <Suspense>
        <MatchMoment />
      </Suspense>
    </>
  );
}
