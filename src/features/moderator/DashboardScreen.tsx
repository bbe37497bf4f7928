import { useQuery } from "convex/react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { LoadError } from "../../components/LoadError";
import { isRefusal } from "../../lib/errors";
import { StaffGuard } from "../../session/StaffGuard";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { DashboardHeader, type DeskName } from "./DashboardHeader";
import { ProfilesDesk } from "./ProfilesDesk";
import { RecentActivity } from "./History";
import { ReportsDesk } from "./ReportsDesk";
import { useFigures, useWaiting } from "./useWaiting";
import { words } from "./words";

/** /moderator/dashboard: two desks, each with a live queue. */
export function DashboardScreen() {
  const [attempt, setAttempt] = useState(0);
  const failed = (error: unknown) =>
    // The guard is about to redirect.
    isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN") ? (
      <DashboardSkeleton />
    ) : (
      <LoadError title={words.loadFailed} onTryAgain={() => setAttempt(attempt + 1)} />
    );

  return (
    <StaffGuard skeleton={<DashboardSkeleton />}>
      <ErrorBoundary resetOn={String(attempt)} fallback={failed}>
        <Dashboard key={attempt} />
      </ErrorBoundary>
    </StaffGuard>
  );
}

function Dashboard() {
  const [params] = useSearchParams();
  const [desk, setDesk] = useState<DeskName>(params.get("desk") === "reports" ? "reports" : "profiles");
  const waiting = useWaiting();
  const figures = useFigures();
  const stats = useQuery(api.moderator.stats, {});
  const reports = useQuery(api.moderator.reports, {});

  // Shown until the first page has loaded. Later pages and other filters load inside the desk.
  if (!waiting.hasLoaded || stats === undefined || reports === undefined) return <DashboardSkeleton />;
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <DashboardHeader stats={stats.stats} figures={figures} reports={reports.length} desk={desk} onDesk={setDesk} />
      {desk === "profiles" && (
        <ProfilesDesk waiting={waiting} figures={figures} aside={<RecentActivity recent={stats.recentActivity} />} />
      )}
      {desk === "reports" && <ReportsDesk reports={reports} />}
    </div>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label={words.dashboard} className="flex min-h-dvh flex-col lg:h-dvh">
      <div className="border-b-2 border-line bg-raised px-4 py-3">
        <SkeletonBlock className="h-7 w-72" />
      </div>
      <div className="grid flex-1 grid-cols-1 lg:grid-cols-[17rem_minmax(0,1fr)_22rem]">
        <div className="flex gap-3 overflow-hidden p-3 lg:flex-col">
          {[0, 1, 2, 3, 4, 5].map((row) => (
            <SkeletonBlock key={row} className="h-14 w-32 shrink-0 lg:w-full" />
          ))}
        </div>
        <div className="h-[62dvh] bg-[#8a8a8a] lg:h-auto" />
        <div className="flex flex-col gap-3 p-4">
          <SkeletonBlock className="h-12 rounded-full" />
          <SkeletonBlock className="h-20" />
          <SkeletonBlock className="h-12 rounded-full" />
        </div>
      </div>
    </div>
  );
}
