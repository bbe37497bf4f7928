import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { useFestival } from "../../lib/festival";
import { homes, useStaff } from "../../session/useStaff";
import { DoorLink } from "../door/DoorLink";
import { ageOf } from "./age";
import type { Figures } from "./useFigures";
import { useMinute } from "../../lib/useMinute";
import { words } from "./words";

export type DeskName = "profiles" | "reports";
type Props = {
  stats: { pending: number; approved: number };
  figures: Figures | null;
  /** How many reports are open. */
  reports: number;
  desk: DeskName;
  onDesk: (desk: DeskName) => void;
  onSignOut: () => void;
};

/** Title, which counts who waits in the browser's tab too, the figures, the two desks and the sign-out, in one line. */
export function DashboardHeader({ stats, figures, reports, desk, onDesk, onSignOut }: Props) {
  const { kind } = useStaff();
  const { name } = useFestival();
  const now = useMinute();
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-1 border-b-2 max-sm:gap-x-1 border-line bg-raised px-4 py-2">
      <title>{`${words.dashboardTitle(stats.pending, words.dashboard)} · ${name}`}</title>
      <h1 className="text-lead">{words.dashboard}</h1>
      <dl className="flex flex-wrap gap-x-5 max-sm:w-full">
        <Figure name={words.pending} value={stats.pending} />
        <Figure name={words.approved} value={stats.approved} />
        {stats.pending > 0 && <Figure name={words.oldest} value={figures?.oldest ? ageOf(figures.oldest, now) : "–"} />}
        <Figure
          name={words.lastHour}
          value={figures ? words.ownOfAll(figures.decisions.mine, figures.decisions.all) : "–"}
        />
      </dl>
      <div role="group" aria-label={words.desks} className="flex flex-wrap gap-1">
        <DeskButton isOpen={desk === "profiles"} onOpen={() => onDesk("profiles")}>
          {words.profiles}
        </DeskButton>
        <DeskButton isOpen={desk === "reports"} onOpen={() => onDesk("reports")}>
          {words.reports(reports, limits.queueSize)}
        </DeskButton>
      </div>
      <div className="ml-auto flex items-center gap-4">
        <DoorLink className={link} />
        <Link to="/staff/security" className={link}>
          {words.ownSecurity}
        </Link>
        {kind === "organiser" && (
          <Link to={homes.organiser} className={link}>
            {words.organise}
          </Link>
        )}
        <Button look="bare" className="min-w-11" onClick={onSignOut}>
          <LogOut aria-hidden className="size-4" />
          <span className="max-lg:sr-only">{words.signOut}</span>
        </Button>
      </div>
    </header>
  );
}

const link =
  "inline-flex min-h-11 items-center font-bold text-teal underline decoration-2 underline-offset-4 hover:text-ink";

function DeskButton({ isOpen, onOpen, children }: { isOpen: boolean; onOpen: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onOpen}
      className="min-h-11 rounded-sm border-b-4 border-transparent px-3 font-semibold max-sm:px-2 text-soft tabular-nums hover:text-ink aria-pressed:border-teal aria-pressed:text-ink"
    >
      {children}
    </button>
  );
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline gap-1.5">
      <dt className="text-note text-soft">{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
    </div>
  );
}
