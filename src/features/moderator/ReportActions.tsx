import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { ActionBar } from "./ActionBar";
import { KeyHint } from "./KeyHint";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";

type Props = {
  report: ReportRow;
  /** Before that, presses are ignored, as on the desk of the profiles. */
  isSeen: boolean;
  /** Whether the question before suspending is open. */
  isAsking: boolean;
  onAsk: () => void;
  onClose: () => void;
  onDismiss: () => void;
  onSuspend: () => void;
};

/** Dismisses at one press; suspending asks first. */
export function ReportActions({ report, isSeen, isAsking, onAsk, onClose, onDismiss, onSuspend }: Props) {
  return (
    <ActionBar className="flex-col">
      <Button look="quiet" aria-disabled={!isSeen} aria-keyshortcuts={words.keys.dismiss} onClick={onDismiss}>
        {words.dismiss} <KeyHint name={words.keys.dismiss} />
      </Button>
      <Button look="danger" aria-disabled={!isSeen} aria-keyshortcuts={words.keys.suspend} onClick={onAsk}>
        {words.suspend} <KeyHint name={words.keys.suspend} />
      </Button>
      <ConfirmDialog
        open={isAsking}
        start="confirm"
        title={words.suspendQuestion(report.name)}
        description={words.suspendText}
        confirm={words.suspend}
        cancel={words.cancel}
        onConfirm={onSuspend}
        onClose={onClose}
      />
    </ActionBar>
  );
}
