import { useRef, useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { TextArea } from "../../components/TextField";
import { PresetReasons } from "./PresetReasons";
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
      onConfirm={() => (reason.trim() === "" ? setMistake(words.suspendReasonMissing) : onSuspend(reason))}
      onClose={onClose}
    >
      <PresetReasons
        label={words.suspendReasons}
        presets={words.suspendPresets}
        reason={reason}
        onChoose={(text) => {
          setReason(text);
          setMistake(undefined);
        }}
      />
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
