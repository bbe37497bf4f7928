import { useQuery } from "convex/react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { ErrorBoundary } from "../../components/ErrorBoundary";
import { Facts, type Fact } from "../../components/Facts";
import { LoadError } from "../../components/LoadError";
import { SkeletonBlock } from "../../components/ScreenSkeleton";
import { Title } from "../../components/Title";
import { StaffHeader, staffTab } from "../../layout/StaffHeader";
import { isRefusal } from "../../lib/errors";
import { useMinute } from "../../lib/useMinute";
import { StaffGuard } from "../../session/StaffGuard";
import { homes, useStaff } from "../../session/useStaff";
import { DoorLink } from "../door/DoorLink";
import { RecentActivity } from "./History";
import { ProfilesDesk } from "./ProfilesDesk";
import { ageOf } from "./QueueButton";
import { ReportsDesk } from "./ReportsDesk";
import { useFigures, useWaiting, type Figures } from "./useWaiting";
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

type DeskName = "profiles" | "reports";
type Props = {
  stats: { pending: number; approved: number };
  figures: Figures | null;
  reports: number;
  desk: DeskName;
  onDesk: (desk: DeskName) => void;
};

/** The title, the figures and the two desks. The browser tab's title also counts the waiting profiles. */
function DashboardHeader({ stats, figures, reports, desk, onDesk }: Props) {
  const { kind } = useStaff();
  const now = useMinute();
  const figureList: (Fact | null)[] = [
    [words.pending, stats.pending],
    [words.approved, stats.approved],
    stats.pending > 0 ? [words.oldest, figures?.oldest ? ageOf(figures.oldest, now) : "–"] : null,
    [words.lastHour, figures ? words.ownOfAll(figures.decisions.mine, figures.decisions.all) : "–"],
  ];
  const desks = { profiles: words.profiles, reports: words.reports(reports, limits.queueSize) };

  return (
    <StaffHeader
      links={
        <>
          <DoorLink className={link} />
          <Link to="/staff/security" className={link}>
            {words.ownSecurity}
          </Link>
          {kind === "organiser" && (
            <Link to={homes.organiser} className={link}>
              {words.organise}
            </Link>
          )}
        </>
      }
    >
      <Title>{words.dashboardTitle(stats.pending, words.dashboard)}</Title>
      <h1 className="text-lead">{words.dashboard}</h1>
      <Facts
        className="flex flex-wrap gap-x-5 font-semibold tabular-nums max-sm:w-full *:flex *:items-baseline *:gap-1.5 lg:*:flex-col lg:*:gap-0 lg:*:leading-tight [&_dt]:font-normal"
        facts={figureList}
      />
      <div role="group" aria-label={words.desks} className="flex flex-wrap gap-1">
        {(["profiles", "reports"] as const).map((deskName) => (
          <button
            key={deskName}
            type="button"
            aria-pressed={desk === deskName}
            onClick={() => onDesk(deskName)}
            className={`${staffTab} max-sm:px-2`}
          >
            {desks[deskName]}
          </button>
        ))}
      </div>
    </StaffHeader>
  );
}

const link =
  "inline-flex min-h-11 items-center font-bold text-teal underline decoration-2 underline-offset-4 hover:text-ink";
