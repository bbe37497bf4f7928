import { useRef, useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { TextArea } from "../../components/TextField";
import { words } from "./words";

type Props = { name: string; onClose: () => void; onSuspend: (reason: string) => void };

/** Asks before a suspension, and takes the reason for the person. */
export function SuspendQuestion({ name, onClose, onSuspend }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");

  return (
    <ConfirmDialog
      start={field}
      title={words.suspendQuestion(name)}
      description={words.suspendText}
      confirm={words.suspend}
      cancel={words.cancel}
      onConfirm={() => onSuspend(reason)}
      onClose={onClose}
    >
      <TextArea
        ref={field}
        rows={2}
        label={words.reason}
        hint={words.suspendReasonHint}
        maxLength={limits.reasonMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
