import { useConvexAuth, useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { LoadError } from "../../components/LoadError";
import { isRefusal } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { DashboardHeader, type DeskName } from "./DashboardHeader";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { ProfilesDesk } from "./ProfilesDesk";
import { RecentActivity } from "./RecentActivity";
import { RefundsDesk } from "./RefundsDesk";
import { ReportsDesk } from "./ReportsDesk";
import type { Submission } from "./useDecide";
import { useModeratorSignOut } from "./useModeratorSignOut";
import type { RefundRow } from "./useRefund";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";
import { useSession } from "../../session/useSession";
import { words as sessionWords } from "../../session/words";

/** /moderator/dashboard: three desks with a queue each. Everything is live. */
export function DashboardScreen() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const [attempt, setAttempt] = useState(0);
  const signOut = useModeratorSignOut();

  if (!isLoading && !isAuthenticated) return <Navigate to="/moderator/login" replace />;
  if (isLoading) return <DashboardSkeleton />;
  return <Dashboard key={attempt} onTryAgain={() => setAttempt(attempt + 1)} onSignOut={() => void signOut()} />;
}

function Dashboard({ onTryAgain, onSignOut }: { onTryAgain: () => void; onSignOut: () => void }) {
  const queue = useQueryResult({ query: api.moderator.queue, args: {} });
  const figures = useQueryResult({ query: api.moderator.stats, args: {} });
  const reports = useQueryResult({ query: api.moderator.reports, args: {} });
  const refunds = useQueryResult({ query: api.payments.refunds, args: {} });
  const results = [queue, figures, reports, refunds];
  const errors = results.flatMap((result) => (result.status === "error" ? [result.error] : []));
  const isExpired = errors.some((error) => isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN"));
  useExpiredSession(isExpired);

  if (!isExpired && errors.length > 0) return <LoadError title={words.loadFailed} onTryAgain={onTryAgain} />;
  if (isExpired || !isLoaded(queue) || !isLoaded(figures) || !isLoaded(reports) || !isLoaded(refunds)) {
    return <DashboardSkeleton />;
  }
  const data = { queue: queue.data, figures: figures.data, reports: reports.data, refunds: refunds.data };
  return <Desks {...data} onSignOut={onSignOut} />;
}

type DesksProps = {
  queue: Submission[];
  figures: FunctionReturnType<typeof api.moderator.stats>;
  reports: ReportRow[];
  refunds: RefundRow[];
  onSignOut: () => void;
};

function Desks({ queue, figures, reports, refunds, onSignOut }: DesksProps) {
  const [desk, setDesk] = useState<DeskName>("profiles");

  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <DashboardHeader
        stats={figures.stats}
        reports={reports.length}
        refunds={refunds.filter(({ status }) => status === "refundDue").length}
        desk={desk}
        onDesk={setDesk}
        onSignOut={onSignOut}
      />
      {desk === "profiles" && <ProfilesDesk queue={queue} aside={<RecentActivity recent={figures.recentActivity} />} />}
      {desk === "reports" && <ReportsDesk reports={reports} />}
      {desk === "refunds" && <RefundsDesk refunds={refunds} />}
    </div>
  );
}

function isLoaded<Result extends { status: string }>(result: Result): result is Extract<Result, { status: "success" }> {
  return result.status === "success";
}

/** A session that ended elsewhere is forgotten here, which leads to the sign-in. */
function useExpiredSession(isExpired: boolean) {
  const { forget } = useSession();

  useEffect(() => {
    if (!isExpired) return;
    forget();
    toast.error(sessionWords.expired);
  }, [isExpired, forget]);
}
