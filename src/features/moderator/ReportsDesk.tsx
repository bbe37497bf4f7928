import { useQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { KeyHint } from "../../components/KeyHint";
import { ReasonQuestion } from "../../components/ReasonQuestion";
import { ActionBar, ActionButton } from "./ActionBar";
import { Suspensions, Trail } from "./History";
import { ReportSheet } from "./ReportSheet";
import { ReviewLayout } from "./ReviewLayout";
import { useKeys } from "./useKeys";
import { useReportActions, type ReportRow } from "./decisions";
import type { Question } from "./useQuestion";
import { useReviewQueue } from "./useReviewQueue";
import { words } from "./words";

export function ReportsDesk({ reports }: { reports: ReportRow[] }) {
  const suspensions = useQuery(api.moderator.suspensions, {}) ?? [];
  const actions = useReportActions();
  const review = useReviewQueue(reports);
  const { selected, isSeen, question } = review;

  const { keys } = words;
  const dismiss = { name: words.dismiss, keyName: keys.dismiss, isSeen, onPress: () => review.ask("dismiss") };
  const suspend = { name: words.suspend, keyName: keys.suspend, isSeen, onPress: () => review.ask("suspend") };
  useKeys({ [keys.dismiss]: dismiss.onPress, [keys.suspend]: suspend.onPress }, question === null);

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
            <ActionBar className="flex-col">
              <ActionButton {...dismiss} variant="quiet" />
              <ActionButton {...suspend} variant="danger" />
            </ActionBar>
          )}
          <Suspensions suspensions={suspensions} onRestore={actions.restore} />
          <Trail />
        </>
      }
    >
      {question?.kind === "dismiss" && (
        <DismissQuestion question={question} onConfirm={() => review.confirm(actions.dismiss)} />
      )}
      {question?.kind === "suspend" && (
        <SuspendQuestion
          question={question}
          onConfirm={(reason) => review.confirm((report) => actions.suspend(report, reason))}
        />
      )}
    </ReviewLayout>
  );
}

type DismissProps = { question: Question<ReportRow>; onConfirm: () => Promise<boolean> };

function DismissQuestion({ question: { row, isEnded, close }, onConfirm }: DismissProps) {
  return (
    <ConfirmDialog
      initialFocus="confirm"
      variant="primary"
      title={words.dismissQuestion(row.name)}
      description={words.dismissText}
      confirm={
        <>
          {words.dismiss} <KeyHint name={words.keys.send} />
        </>
      }
      ended={isEnded ? words.reportLeft : undefined}
      onConfirm={onConfirm}
      onClose={close}
    />
  );
}

type SuspendProps = { question: Question<ReportRow>; onConfirm: (reason: string) => Promise<boolean> };

function SuspendQuestion({ question: { row, isEnded, close }, onConfirm }: SuspendProps) {
  return (
    <ReasonQuestion
      title={words.suspendQuestion(row.name)}
      description={words.suspendText}
      confirm={
        <>
          {words.suspend} <KeyHint name={words.keys.send} />
        </>
      }
      label={words.reason}
      hint={words.suspendReasonHint}
      missingMessage={words.suspendReasonMissing}
      presets={{ label: words.suspendReasons, texts: words.suspendPresets }}
      ended={isEnded ? words.reportLeft : undefined}
      onConfirm={onConfirm}
      onClose={close}
    />
  );
}
