import { timeText } from "../../lib/clock";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";

type Other = ReportRow["others"][number];

/** All other reports about the same person, and their decisions. */
export function OtherReports({ reports }: { reports: readonly Other[] }) {
  if (reports.length === 0) return null;
  return (
    <section>
      <h3 className="text-note font-semibold text-soft">{words.otherReports}</h3>
      <ul className="mt-1.5 flex flex-col gap-2">
        {reports.map((other) => (
          <li key={`${other.createdAt} ${other.kind} ${other.reason}`} className="border-l-4 border-line pl-3">
            <p className="text-note">
              <span className="font-semibold">{words.reportKinds[other.kind]}</span>
              <span className="text-soft">
                {" · "}
                {timeText(other.createdAt)} · {outcomeOf(other)}
              </span>
            </p>
            {other.reason !== "" && (
              <p dir="auto" className="break-words whitespace-pre-line">
                {other.reason}
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The decision and its time, or that the report is open. */
function outcomeOf({ decision, decidedAt }: Other): string {
  if (decision === undefined) return words.stillOpen;
  const what = words.outcomes[decision];
  return decidedAt === undefined ? what : words.happenedAt(what, timeText(decidedAt));
}
