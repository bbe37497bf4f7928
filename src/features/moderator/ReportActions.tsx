import { useRef } from "react";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { KeyHint } from "./KeyHint";
import type { ReportRow } from "./useReportActions";
import { words } from "./words";

type Props = {
  report: ReportRow;
  /** Until then presses are not taken, as on the desk of the profiles. */
  isSeen: boolean;
  /** Whether the question before suspending is open. */
  asking: boolean;
  onAsk: () => void;
  onClose: () => void;
  onDismiss: () => void;
  onSuspend: () => void;
};

/** Dismiss at one press; suspending asks first. */
export function ReportActions({ report, isSeen, asking, onAsk, onClose, onDismiss, onSuspend }: Props) {
  const act = useRef<HTMLButtonElement>(null);

  return (
    <section className="flex flex-col gap-3 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:flex-row max-lg:flex-wrap max-lg:border-t-2 max-lg:border-line max-lg:bg-ground max-lg:p-3 max-lg:pb-[calc(0.75rem+env(safe-area-inset-bottom))] [&>*]:max-lg:flex-1 [&>*]:max-lg:px-3">
      <Button look="quiet" aria-disabled={!isSeen} aria-keyshortcuts={words.keys.dismiss} onClick={onDismiss}>
        {words.dismiss} <KeyHint name={words.keys.dismiss} />
      </Button>
      <Button look="danger" aria-disabled={!isSeen} aria-keyshortcuts={words.keys.suspend} onClick={onAsk}>
        {words.suspend} <KeyHint name={words.keys.suspend} />
      </Button>
      <Dialog
        open={asking}
        start={act}
        onClose={onClose}
        title={words.suspendQuestion(report.name)}
        description={words.suspendText}
        actions={
          <>
            <Button
              ref={act}
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
    </section>
  );
}
