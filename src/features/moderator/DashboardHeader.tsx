import { Link } from "react-router-dom";
import { limits } from "../../../convex/shared/limits";
import { DocumentTitle } from "../../components/DocumentTitle";
import { Facts, type Fact } from "../../components/Facts";
import { StaffHeader, staffTab } from "../../layout/StaffHeader";
import { useFestival } from "../../lib/festival";
import { homes, useStaff } from "../../session/useStaff";
import { DoorLink } from "../door/DoorLink";
import { ageOf } from "./QueueButton";
import type { Figures } from "./useWaiting";
import { useMinute } from "../../lib/useMinute";
import { words } from "./words";

export type DeskName = "profiles" | "reports";
type Props = {
  stats: { pending: number; approved: number };
  figures: Figures | null;
  reports: number;
  desk: DeskName;
  onDesk: (desk: DeskName) => void;
};

/** The title, the figures and the two desks. The browser tab's title also counts the waiting profiles. */
export function DashboardHeader({ stats, figures, reports, desk, onDesk }: Props) {
  const { kind } = useStaff();
  const { name } = useFestival();
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
      <DocumentTitle>{`${words.dashboardTitle(stats.pending, words.dashboard)} · ${name}`}</DocumentTitle>
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
