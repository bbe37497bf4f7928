import { Button } from "../../components/Button";
import { ActionBar, dimUntilSeen } from "./ActionBar";
import { KeyHint } from "./KeyHint";
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
      <Button
        look="quiet"
        className={dimUntilSeen}
        aria-disabled={!isSeen}
        aria-keyshortcuts={words.keys.dismiss}
        onClick={onDismiss}
      >
        {words.dismiss} <KeyHint name={words.keys.dismiss} />
      </Button>
      <Button
        look="danger"
        className={dimUntilSeen}
        aria-disabled={!isSeen}
        aria-keyshortcuts={words.keys.suspend}
        onClick={onAsk}
      >
        {words.suspend} <KeyHint name={words.keys.suspend} />
      </Button>
      {isAsking && <SuspendQuestion name={report.name} onClose={onClose} onSuspend={onSuspend} />}
    </ActionBar>
  );
}
