import { useRef } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
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
  const suspend = useRef<HTMLButtonElement>(null);

  return (
    <ActionBar className="flex-col">
      <Button look="quiet" aria-disabled={!isSeen} aria-keyshortcuts={words.keys.dismiss} onClick={onDismiss}>
        {words.dismiss} <KeyHint name={words.keys.dismiss} />
      </Button>
      <Button look="danger" aria-disabled={!isSeen} aria-keyshortcuts={words.keys.suspend} onClick={onAsk}>
        {words.suspend} <KeyHint name={words.keys.suspend} />
      </Button>
      <Dialog
        open={isAsking}
        start={suspend}
        onClose={onClose}
        title={words.suspendQuestion(report.name)}
        description={words.suspendText}
        actions={
          <>
            <Button
              ref={suspend}
              look="danger"
              onClick={() => {
                onClose();
                onSuspend();
              }}
            >
              {words.suspend}
            </Button>
            <Button look="quiet" onClick={onClose}>
              {words.cancel}
            </Button>
          </>
        }
      />
    </ActionBar>
  );
}
