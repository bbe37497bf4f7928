import { useQuery } from "convex/react";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { LoadError } from "../../components/LoadError";
import { isRefusal } from "../../lib/errors";
import { StaffGuard } from "../../session/StaffGuard";
import { DashboardHeader, type DeskName } from "./DashboardHeader";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { ProfilesDesk } from "./ProfilesDesk";
import { RecentActivity } from "./History";
import { ReportsDesk } from "./ReportsDesk";
import { useFigures, useWaiting } from "./useWaiting";
import { words } from "./words";

/** /moderator/dashboard: two desks with a queue each. Everything is live. */
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

  // Once the first page is there, the next ones and other filters load at the desk.
  if (!waiting.hasBegun || stats === undefined || reports === undefined) return <DashboardSkeleton />;
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
