import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ReasonQuestion } from "../../components/ReasonQuestion";
import { ActionBar, ActionButton } from "./ActionBar";
import { Suspensions, Trail } from "./History";
import { ReportSheet } from "./ReportSheet";
import { ReviewLayout } from "./ReviewLayout";
import { useKeys } from "./useKeys";
import { useReportActions, type ReportRow } from "./decisions";
import { useReviewQueue } from "./useReviewQueue";
import { words } from "./words";

export function ReportsDesk({ reports }: { reports: ReportRow[] }) {
  const suspensions = useQuery(api.moderator.suspensions, {}) ?? [];
  const actions = useReportActions();
  const review = useReviewQueue(reports);
  const { selected, isSeen, question } = review;

  const dismiss = () => review.decide(actions.dismiss);
  const askToSuspend = () => review.ask("suspend");
  useKeys({ [words.keys.dismiss]: dismiss, [words.keys.suspend]: askToSuspend }, question === null);

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
            <ActionBar key={selected._id} className="flex-col">
              <ActionButton
                name={words.dismiss}
                keyName={words.keys.dismiss}
                variant="quiet"
                isSeen={isSeen}
                onPress={dismiss}
              />
              <ActionButton
                name={words.suspend}
                keyName={words.keys.suspend}
                variant="danger"
                isSeen={isSeen}
                onPress={askToSuspend}
              />
            </ActionBar>
          )}
          <Suspensions suspensions={suspensions} onRestore={actions.restore} />
          <Trail />
        </>
      }
    >
      {question && (
        <ReasonQuestion
          title={words.suspendQuestion(question.row.name)}
          description={words.suspendText}
          confirm={words.suspend}
          label={words.reason}
          hint={words.suspendReasonHint}
          missingMessage={words.suspendReasonMissing}
          presets={{ label: words.suspendReasons, texts: words.suspendPresets }}
          ended={question.isEnded ? words.reportLeft : undefined}
          onConfirm={(reason) => review.confirm((report) => actions.suspend(report, reason))}
          onClose={question.close}
        />
      )}
    </ReviewLayout>
  );
}
