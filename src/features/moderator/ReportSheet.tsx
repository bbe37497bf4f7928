import { urgentKind } from "../../../convex/shared/reports";
import { Badge } from "../../components/Badge";
import { Quote } from "../../components/Note";
import { timeText } from "../../lib/clock";
import { Sheet } from "./Sheet";
import type { ReportRow } from "./decisions";
import { words } from "./words";

/** `handle`: empty until the deployment has logged the opening of the report. */
type Props = { report: ReportRow; handle: string; claimedBy: string | undefined };

export function ReportSheet({ report, handle, claimedBy }: Props) {
  return (
    <Sheet
      person={report}
      handle={handle}
      photos={report.photos.map(({ url }) => ({ url }))}
      badges={
        <>
          <Badge variant={report.kind === urgentKind ? "bad" : "teal"}>{words.reportKinds[report.kind]}</Badge>
          {report.userStatus === "hidden" && <Badge>{words.hidden}</Badge>}
          {report.userStatus === "deleted" && <Badge>{words.deletedAccount}</Badge>}
        </>
      }
      about={
        <p className="mt-1 text-note text-soft">
          {words.reportedAt(timeText(report.createdAt))} · {words.reportsAbout(report.reports)}
          {report.earlierReports > 0 && ` · ${words.earlierReports(report.earlierReports)}`}
        </p>
      }
      claimedBy={claimedBy}
    >
      <Quote label={words.whatWasWritten}>
        {report.reason === "" ? <span className="text-soft">{words.noWords}</span> : report.reason}
      </Quote>
      <Entries title={words.writtenAround} entries={messagesAround(report)} />
      <Entries title={words.otherReports} entries={report.others.map(entryOf)} />
    </Sheet>
  );
}

type Entry = { name: string; about: string; text: string; isMarked?: boolean };

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3 className="text-note font-semibold text-soft">{title}</h3>
      <ol className="mt-1.5 flex flex-col gap-2">
        {entries.map(({ name, about, text, isMarked = false }, index) => (
          // Entries may be identical, so the index is the key.
          <li key={index} className={`border-l-4 pl-3 ${isMarked ? "border-bad" : "border-line"}`}>
            <p className="text-note">
              <bdi className="font-semibold">{name}</bdi> <span className="text-soft">· {about}</span>
            </p>
            <p dir="auto" className="break-words whitespace-pre-line empty:hidden">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns the reported message and those around it. The reporter's name is not shown. */
function messagesAround({ name, words: lines = [] }: ReportRow): Entry[] {
  return lines.map(({ by, text, at, named }) => ({
    name: by === "reported" ? name : words.whoReported,
    about: named ? `${timeText(at)} · ${words.reportedLine}` : timeText(at),
    text,
    isMarked: named,
  }));
}

function entryOf({ kind, reason, createdAt, decision, decidedAt }: ReportRow["others"][number]): Entry {
  const outcomeText = decision === undefined ? words.stillOpen : words.outcomes[decision];
  const outcome = decidedAt === undefined ? outcomeText : words.happenedAt(outcomeText, timeText(decidedAt));
  return { name: words.reportKinds[kind], about: `${timeText(createdAt)} · ${outcome}`, text: reason };
}
