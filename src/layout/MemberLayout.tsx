import { Outlet, useLocation } from "react-router-dom";
import { ErrorBoundary } from "../components/ErrorBoundary";
import { ScreenSkeleton } from "../components/ScreenSkeleton";
import { ChatOutbox } from "../features/chat/ChatOutbox";
import { MatchMoment } from "../features/matches/MatchMoment";
import { NewsProvider } from "../features/matches/NewsProvider";
import { ReportProvider } from "../features/reports/ReportProvider";
import { SwipeSkeleton } from "../features/swipes/SwipeSkeleton";
import { SwipeOutbox } from "../features/swipes/SwipeOutbox";
import { useNetworkIsFree } from "../lib/freeNetwork";
import { lazyScript, SkeletonContext } from "../lib/lazyPart";
import { OfflineCache } from "./OfflineCache";
import { Navigation } from "./Navigation";

const { Part: PushQuestion } = lazyScript(async () => (await import("../features/push/PushQuestion")).PushQuestion);

/** Wraps every member screen with the tabs, the outboxes, and the popup of a new match. */
export function MemberLayout() {
  const { pathname } = useLocation();
  return (
    <NewsProvider>
      <Navigation />
      <main className="min-h-dvh pb-(--bar) has-[>aside]:pb-[calc(var(--bar)+14rem)] md:pt-16 md:pb-0 md:has-[>aside]:pb-40">
        <ErrorBoundary fallback={() => null}>
          <LatePushQuestion />
        </ErrorBoundary>
        <SwipeOutbox>
          <ChatOutbox>
            <ReportProvider>
              <SkeletonContext value={pathname === "/swipe" ? <SwipeSkeleton /> : <ScreenSkeleton />}>
                <Outlet />
              </SkeletonContext>
            </ReportProvider>
          </ChatOutbox>
        </SwipeOutbox>
      </main>
      {/* If it fails, the screen below continues, and the next one tries again. */}
      <ErrorBoundary resetOn={pathname} fallback={() => null}>
        <MatchMoment />
      </ErrorBoundary>
      <ErrorBoundary fallback={() => null}>
        <OfflineCache />
      </ErrorBoundary>
    </NewsProvider>
  );
}

/** The question about notifications, once the screen has loaded. */
function LatePushQuestion() {
  return useNetworkIsFree() && <PushQuestion />;
}
