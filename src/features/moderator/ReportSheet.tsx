import { urgentKind } from "../../../convex/shared/reports";
import { Badge } from "../../components/Badge";
import { OtherReports } from "./OtherReports";
import { ReportedWords } from "./ReportedWords";
import { Sheet } from "./Sheet";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";
import { timeText } from "../../lib/clock";

/** `handle`: empty until the deployment has noted that the report is open. */
type Props = { report: ReportRow; handle: string; claimedBy: string | undefined };

/** One report: what was written, and the card as it was at that time. */
export function ReportSheet({ report, handle, claimedBy }: Props) {
  return (
    <Sheet
      person={report}
      handle={handle}
      photos={report.photos.map(({ url }) => ({ url }))}
      badges={
        <>
          <Badge look={report.kind === urgentKind ? "bad" : "teal"}>{words.reportKinds[report.kind]}</Badge>
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
      <blockquote className="rounded-md border-2 border-line bg-raised px-4 py-3">
        <p className="text-note text-soft">{words.whatWasWritten}</p>
        <p dir="auto" className="mt-1 break-words whitespace-pre-line">
          {report.reason === "" ? <span className="text-soft">{words.noWords}</span> : report.reason}
        </p>
      </blockquote>
      <ReportedWords report={report} />
      <OtherReports reports={report.others} />
    </Sheet>
  );
}
