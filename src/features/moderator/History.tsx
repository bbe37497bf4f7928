import { useQuery } from "convex/react";
import { Check, X } from "lucide-react";
import type { FocusEventHandler, ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { Button } from "../../components/Button";
import { timeText } from "../../lib/clock";
import { useFocusAfterRemoval } from "../../lib/useFocusAfterRemoval";
import type { ReportRow } from "./decisions";
import { words } from "./words";

type Recent = { name: string; moderationStatus: "approved" | "rejected" };

export function RecentActivity({ recent }: { recent: Recent[] }) {
  return (
    <Section title={words.recent} isEmpty={recent.length === 0}>
      {recent.map(({ name, moderationStatus }, index) => (
        // The list always shows the last ten decisions. Its rows have no ids.
        <li key={index} className="flex items-center gap-2">
          {moderationStatus === "approved" ? (
            <Check aria-hidden className="size-4 shrink-0 text-good" />
          ) : (
            <X aria-hidden className="size-4 shrink-0 text-bad" />
          )}
          <span dir="auto" className="min-w-0 truncate">
            {name === "" ? words.gone : name}
          </span>
          <span className="ml-auto text-note text-soft">{words.decisions[moderationStatus]}</span>
        </li>
      ))}
    </Section>
  );
}

export function Trail() {
  const trail = useQuery(api.moderator.trail, {}) ?? [];
  return (
    <Section title={words.trail} isEmpty={trail.length === 0}>
      {trail.map(({ _id, moderator, ruling, name, at }) => (
        <li key={_id} className="text-note">
          <span className="font-semibold">{moderator}</span> <bdi>{words.ruled(words.rulings[ruling], name)}</bdi>{" "}
          <span className="whitespace-nowrap text-soft tabular-nums">{timeText(at)}</span>
        </li>
      ))}
    </Section>
  );
}

type SuspensionsProps = { suspensions: ReportRow[]; onRestore: (report: ReportRow) => void };

export function Suspensions({ suspensions, onRestore }: SuspensionsProps) {
  const focus = useFocusAfterRemoval();
  if (suspensions.length === 0) return null;
  return (
    <Section title={words.suspendedPeople} {...focus}>
      {suspensions.map((report) => (
        <li key={report._id} className="flex items-center gap-3">
          <span className="min-w-0 flex-1">
            <span dir="auto" className="block truncate text-left font-semibold">
              {report.name}
            </span>
            <span className="block truncate text-note text-soft">
              {words.reportKinds[report.kind]}
              {report.reason !== "" && ` · ${report.reason}`}
            </span>
            {report.suspension !== undefined && (
              <span dir="auto" className="block text-left text-note">
                {words.suspendedFor(report.suspension)}
              </span>
            )}
          </span>
          <Button variant="bare" aria-label={words.restoreNamed(report.name)} onClick={() => onRestore(report)}>
            {words.restore}
          </Button>
        </li>
      ))}
    </Section>
  );
}

type SectionProps = { title: string; isEmpty?: boolean; onFocus?: FocusEventHandler; children: ReactNode };

function Section({ title, isEmpty = false, onFocus, children }: SectionProps) {
  return (
    <section onFocus={onFocus}>
      <h2 className="mb-2 text-body">{title}</h2>
      {isEmpty && <p className="text-note text-soft">{words.noRecent}</p>}
      <ul className="flex flex-col gap-1.5">{children}</ul>
    </section>
  );
}
