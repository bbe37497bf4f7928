import { useAuthActions } from "@convex-dev/auth/react";
import { useConvexAuth, useQuery_experimental as useAnswer } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useEffect, useState } from "react";
import { Navigate } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { LoadError } from "../../components/LoadError";
import { isRefusal } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { DashboardHeader, type Room } from "./DashboardHeader";
import { DashboardSkeleton } from "./DashboardSkeleton";
import { ProfilesDesk } from "./ProfilesDesk";
import { RecentActivity } from "./RecentActivity";
import { RefundsDesk } from "./RefundsDesk";
import { ReportsDesk } from "./ReportsDesk";
import { type Waiting } from "./useDecide";
import { useModeratorSignOut } from "./useModeratorSignOut";
import { type RefundRow } from "./useRefund";
import { type ReportRow } from "./useReportActions";
import { words } from "./words";

/** /moderator/dashboard: who waits, one of them large, and the decision. Everything is live. */
export function DashboardScreen() {
  const { isLoading, isAuthenticated } = useConvexAuth();
  const [attempt, setAttempt] = useState(0);
  const { isLeaving, leave } = useModeratorSignOut();

  if (!isLoading && !isAuthenticated) return <Navigate to="/moderator/login" replace />;
  if (isLoading || isLeaving) return <DashboardSkeleton />;
  return <Dashboard key={attempt} onTryAgain={() => setAttempt(attempt + 1)} onSignOut={() => void leave()} />;
}

function Dashboard({ onTryAgain, onSignOut }: { onTryAgain: () => void; onSignOut: () => void }) {
  const queue = useAnswer({ query: api.moderator.queue, args: {} });
  const figures = useAnswer({ query: api.moderator.stats, args: {} });
  const reports = useAnswer({ query: api.moderator.reports, args: {} });
  const refunds = useAnswer({ query: api.payments.refunds, args: {} });
  const answers = [queue, figures, reports, refunds];
  const failed = answers.flatMap((answer) => (answer.status === "error" ? [answer.error] : []));
  const isEnded = failed.some((error) => isRefusal(error, "UNAUTHENTICATED", "FORBIDDEN"));
  useEndedSession(isEnded);

  if (!isEnded && failed.length > 0) return <LoadError title={words.loadFailed} onTryAgain={onTryAgain} />;
  if (isEnded || !isHere(queue) || !isHere(figures) || !isHere(reports) || !isHere(refunds)) {
    return <DashboardSkeleton />;
  }
  const all = { queue: queue.data, figures: figures.data, reports: reports.data, refunds: refunds.data };
  return <Rooms {...all} onSignOut={onSignOut} />;
}

type RoomsProps = {
  queue: Waiting[];
  figures: FunctionReturnType<typeof api.moderator.stats>;
  reports: ReportRow[];
  refunds: RefundRow[];
  onSignOut: () => void;
};

function Rooms({ queue, figures, reports, refunds, onSignOut }: RoomsProps) {
  const [room, setRoom] = useState<Room>("profiles");

  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <DashboardHeader
        stats={figures.stats}
        reports={reports.length}
        refunds={refunds.filter(({ status }) => status === "refundDue").length}
        room={room}
        onRoom={setRoom}
        onSignOut={onSignOut}
      />
      {room === "profiles" && <ProfilesDesk queue={queue} aside={<RecentActivity recent={figures.recentActivity} />} />}
      {room === "reports" && <ReportsDesk reports={reports} />}
      {room === "refunds" && <RefundsDesk refunds={refunds} />}
    </div>
  );
}

function isHere<Answer extends { status: string }>(answer: Answer): answer is Extract<Answer, { status: "success" }> {
  return answer.status === "success";
}

/** A session that ended elsewhere is forgotten here; the sign-in follows. */
function useEndedSession(isEnded: boolean) {
  const { signOut } = useAuthActions();

  useEffect(() => {
    if (!isEnded) return;
    toast.error(words.expired);
    void signOut();
  }, [isEnded, signOut]);
}
