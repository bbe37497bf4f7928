import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { LoadError } from "../../components/LoadError";
import { isRefusal } from "../../lib/errors";
import { DashboardHeader, type DeskName } from "./DashboardHeader";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { ProfilesDesk } from "./ProfilesDesk";
import { RecentActivity } from "./RecentActivity";
import { ReportsDesk } from "./ReportsDesk";
import { useFigures } from "./useFigures";
import type { ReportRow } from "./useReportActions";
import { useWaiting, type Waiting } from "./useWaiting";
import { words } from "./words";
import { StaffGuard } from "../../session/StaffGuard";
import { useStaffSignOut } from "../../session/useStaffSignOut";

/** /moderator/dashboard: two desks with a queue each. Everything is live. */
export function DashboardScreen() {
  const [attempt, setAttempt] = useState(0);
  const signOut = useStaffSignOut();
  const tryAgain = () => setAttempt(attempt + 1);

  return (
    <StaffGuard outline={<DashboardSkeleton />}>
      <ErrorBoundary resetOn={String(attempt)} fallback={(error) => <Failed error={error} onTryAgain={tryAgain} />}>
        <Dashboard key={attempt} onTryAgain={tryAgain} onSignOut={() => void signOut()} />
      </ErrorBoundary>
    </StaffGuard>
  );
}

/** The queue that could not be loaded. After a refusal the guard is about to redirect. */
function Failed({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  if (isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN")) return <DashboardSkeleton />;
  return <LoadError title={words.loadFailed} onTryAgain={onTryAgain} />;
}

function Dashboard({ onTryAgain, onSignOut }: { onTryAgain: () => void; onSignOut: () => void }) {
  const waiting = useWaiting();
  const stats = useQueryResult({ query: api.moderator.stats, args: {} });
  const reports = useQueryResult({ query: api.moderator.reports, args: {} });
  const results = [stats, reports];
  const errors = results.flatMap((result) => (result.status === "error" ? [result.error] : []));
  // The guard is about to redirect.
  const isRefused = errors.some((error) => isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN"));

  if (!isRefused && errors.length > 0) return <LoadError title={words.loadFailed} onTryAgain={onTryAgain} />;
  // Once the first page is there, the next ones and other filters load at the desk.
  if (isRefused || !waiting.hasBegun || !isLoaded(stats) || !isLoaded(reports)) {
    return <DashboardSkeleton />;
  }
  const data = { stats: stats.data, reports: reports.data };
  return <Desks {...data} waiting={waiting} onSignOut={onSignOut} />;
}

type DesksProps = {
  waiting: Waiting;
  stats: FunctionReturnType<typeof api.moderator.stats>;
  reports: ReportRow[];
  onSignOut: () => void;
};

function Desks({ waiting, stats, reports, onSignOut }: DesksProps) {
  const [params] = useSearchParams();
  const [desk, setDesk] = useState<DeskName>(params.get("desk") === "reports" ? "reports" : "profiles");
  const figures = useFigures();

  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <DashboardHeader
        stats={stats.stats}
        figures={figures}
        reports={reports.length}
        desk={desk}
        onDesk={setDesk}
        onSignOut={onSignOut}
      />
      {desk === "profiles" && (
        <ProfilesDesk waiting={waiting} figures={figures} aside={<RecentActivity recent={stats.recentActivity} />} />
      )}
      {desk === "reports" && <ReportsDesk reports={reports} />}
    </div>
  );
}

function isLoaded<Result extends { status: string }>(result: Result): result is Extract<Result, { status: "success" }> {
  return result.status === "success";
}
