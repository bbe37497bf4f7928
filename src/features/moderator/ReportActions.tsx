import { ActionBar, ActionButton } from "./ActionBar";
import { SuspendQuestion } from "./SuspendQuestion";
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
  onSuspend: (reason: string) => void;
};

/** Dismisses at one press; suspending asks first, and for the reason. */
export function ReportActions({ report, isSeen, isAsking, onAsk, onClose, onDismiss, onSuspend }: Props) {
  return (
    <ActionBar className="flex-col">
      <ActionButton
        name={words.dismiss}
        keyName={words.keys.dismiss}
        look="quiet"
        isSeen={isSeen}
        onPress={onDismiss}
      />
      <ActionButton name={words.suspend} keyName={words.keys.suspend} look="danger" isSeen={isSeen} onPress={onAsk} />
      {isAsking && <SuspendQuestion name={report.name} onClose={onClose} onSuspend={onSuspend} />}
    </ActionBar>
  );
}
