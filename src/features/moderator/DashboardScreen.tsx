import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { LoadError } from "../../components/LoadError";
import { isRefusal } from "../../lib/errors";
import { DashboardHeader, type DeskName } from "./DashboardHeader";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { ProfilesDesk } from "./ProfilesDesk";
import { RecentActivity } from "./RecentActivity";
import { RefundsDesk } from "./RefundsDesk";
import { ReportsDesk } from "./ReportsDesk";
import type { Submission } from "./useDecide";
import type { RefundRow } from "./useRefund";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";
import { StaffGuard } from "../../session/StaffGuard";
import { useStaffSignOut } from "../../session/useStaffSignOut";

/** /moderator/dashboard: three desks with a queue each. Everything is live. */
export function DashboardScreen() {
  const [attempt, setAttempt] = useState(0);
  const signOut = useStaffSignOut();

  return (
    <StaffGuard outline={<DashboardSkeleton />}>
      <Dashboard key={attempt} onTryAgain={() => setAttempt(attempt + 1)} onSignOut={() => void signOut()} />
    </StaffGuard>
  );
}

function Dashboard({ onTryAgain, onSignOut }: { onTryAgain: () => void; onSignOut: () => void }) {
  const queue = useQueryResult({ query: api.moderator.queue, args: {} });
  const figures = useQueryResult({ query: api.moderator.stats, args: {} });
  const reports = useQueryResult({ query: api.moderator.reports, args: {} });
  const refunds = useQueryResult({ query: api.payments.refunds, args: {} });
  const results = [queue, figures, reports, refunds];
  const errors = results.flatMap((result) => (result.status === "error" ? [result.error] : []));
  // The guard is about to redirect.
  const isRefused = errors.some((error) => isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN"));

  if (!isRefused && errors.length > 0) return <LoadError title={words.loadFailed} onTryAgain={onTryAgain} />;
  if (isRefused || !isLoaded(queue) || !isLoaded(figures) || !isLoaded(reports) || !isLoaded(refunds)) {
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
