import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ReportActions } from "./ReportActions";
import { ReportSheet } from "./ReportSheet";
import { ReviewLayout } from "./ReviewLayout";
import { Suspensions } from "./Suspensions";
import { Trail } from "./Trail";
import { useKeys } from "./useKeys";
import { useReportActions, type ReportRow } from "./useReportActions";
import { useReviewQueue } from "./useReviewQueue";
import { words } from "./words";

/** The queue of reports, with one shown large with the card at that time, and the possible actions. */
export function ReportsDesk({ reports }: { reports: ReportRow[] }) {
  const suspensions = useQuery(api.moderator.suspensions, {}) ?? [];
  const actions = useReportActions();
  const review = useReviewQueue(reports);
  const { selected, ask } = review;

  const dismiss = () => review.decide(actions.dismiss);
  useKeys({ [words.keys.dismiss]: dismiss, [words.keys.suspend]: ask });

  return (
    <ReviewLayout
      label={words.openReports}
      queue={reports}
      review={review}
      empty={{ title: words.noReports, text: words.noReportsText }}
      sheet={
        selected && (
          <ReportSheet
            report={selected}
            handle={review.handles.get(selected._id) ?? ""}
            claimedBy={review.claims.get(selected._id)}
          />
        )
      }
      aside={
        <>
          {selected && (
            <ReportActions
              key={selected._id}
              report={selected}
              isSeen={review.isSeen}
              isAsking={review.isAsking}
              onAsk={ask}
              onClose={review.stopAsking}
              onDismiss={dismiss}
              onSuspend={(reason) => review.decide((report) => actions.suspend(report, reason))}
            />
          )}
          <Suspensions suspensions={suspensions} onRestore={actions.restore} />
          <Trail />
        </>
      }
    />
  );
}
