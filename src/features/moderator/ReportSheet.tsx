import { urgentKind } from "../../../convex/shared/reports";
import { Badge } from "../../components/Badge";
import { ClaimBadge } from "./ClaimBadge";
import { CardFacts, SheetTitle } from "./Facts";
import { OtherReports } from "./OtherReports";
import { ReportedWords } from "./ReportedWords";
import { SheetPhotos } from "./SheetPhotos";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";
import { timeText } from "../../lib/clock";

/** `handle`: empty until the deployment has noted that the report is open. */
type Props = { report: ReportRow; handle: string; claimedBy: string | undefined };

/** One report: what was written, and the card as it was at that time. */
export function ReportSheet({ report, handle, claimedBy }: Props) {
  return (
    <article
      className="grid min-h-0 grid-cols-1 lg:overflow-y-auto xl:grid-cols-[minmax(0,1fr)_20rem]"
      aria-label={report.name}
    >
      <SheetPhotos name={report.name} photos={report.photos.map(({ url }) => ({ url }))} />
      <div className="flex min-w-0 flex-col gap-4 p-4">
        <div>
          <SheetTitle {...report}>
            <Badge look={report.kind === urgentKind ? "bad" : "teal"}>{words.reportKinds[report.kind]}</Badge>
            {report.userStatus === "hidden" && <Badge>{words.hidden}</Badge>}
            {report.userStatus === "deleted" && <Badge>{words.deletedAccount}</Badge>}
          </SheetTitle>
          <p className="mt-1 text-note text-soft">
            {words.reportedAt(timeText(report.createdAt))} · {words.reportsAbout(report.reports)}
            {report.earlierReports > 0 && ` · ${words.earlierReports(report.earlierReports)}`}
          </p>
          {claimedBy !== undefined && <ClaimBadge by={claimedBy} />}
        </div>
        <blockquote className="rounded-md border-2 border-line bg-raised px-4 py-3">
          <p className="text-note text-soft">{words.whatWasWritten}</p>
          <p dir="auto" className="mt-1 break-words whitespace-pre-line">
            {report.reason === "" ? <span className="text-soft">{words.noWords}</span> : report.reason}
          </p>
        </blockquote>
        <ReportedWords report={report} />
        <OtherReports reports={report.others} />
        <CardFacts card={{ ...report, instagramHandle: handle }} />
      </div>
    </article>
  );
}
