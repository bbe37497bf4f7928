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
  const [mistake, setMistake] = useState<string>();

  return (
    <ConfirmDialog
      start={field}
      title={words.suspendQuestion(name)}
      description={words.suspendText}
      confirm={words.suspend}
      cancel={words.cancel}
      onConfirm={() => (reason.trim() === "" ? setMistake(words.suspendReasonMissing) : onSuspend(reason))}
      onClose={onClose}
    >
      <div role="group" aria-label={words.suspendReasons} className="flex flex-wrap gap-2">
        {Object.entries(words.suspendPresets).map(([name, text]) => (
          <button
            key={name}
            type="button"
            aria-pressed={reason === text}
            onClick={() => {
              setReason(text);
              setMistake(undefined);
            }}
            className={preset}
          >
            {name}
          </button>
        ))}
      </div>
      <TextArea
        ref={field}
        rows={3}
        label={words.reason}
        hint={words.suspendReasonHint}
        maxLength={limits.reasonMax}
        value={reason}
        error={mistake}
        onChange={(event) => {
          setReason(event.target.value);
          setMistake(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

const preset =
  "min-h-11 rounded-full border-2 border-edge/60 px-4 text-note font-semibold hover:border-edge aria-pressed:border-teal aria-pressed:bg-tealwash";
