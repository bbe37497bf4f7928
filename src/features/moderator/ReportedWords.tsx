import { timeText } from "../../lib/clock";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";

type Props = { report: Pick<ReportRow, "name" | "words"> };

/** The messages around the reported one. The reporter has no name here. */
export function ReportedWords({ report: { name, words: lines = [] } }: Props) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h3 className="text-note font-semibold text-soft">{words.writtenAround}</h3>
      <ol className="mt-1.5 flex flex-col gap-2">
        {lines.map(({ by, text, at, named }) => (
          <li key={`${at} ${by} ${text}`} className={`border-l-4 pl-3 ${named ? "border-bad" : "border-line"}`}>
            <p className="text-note">
              <span className="font-semibold">{by === "reported" ? name : words.whoReported}</span>
              <span className="text-soft">
                {" · "}
                {timeText(at)}
                {named && ` · ${words.reportedLine}`}
              </span>
            </p>
            <p dir="auto" className="break-words whitespace-pre-line">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
