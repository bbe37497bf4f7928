import { Button } from "../../components/Button";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";

type Props = { suspensions: ReportRow[]; onRestore: (report: ReportRow) => void };

/** Suspended people, with their report and the moderator's reason, and a button to restore them. */
export function Suspensions({ suspensions, onRestore }: Props) {
  if (suspensions.length === 0) return null;
  return (
    <section>
      <h2 className="mb-2 text-body">{words.suspendedPeople}</h2>
      <ul className="flex flex-col gap-1.5">
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
            <Button look="bare" aria-label={words.restoreNamed(report.name)} onClick={() => onRestore(report)}>
              {words.restore}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
