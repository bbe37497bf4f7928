import { useRef, useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { TextArea } from "../../components/TextField";
import { KeyHint } from "./KeyHint";
import { PresetReasons } from "./PresetReasons";
import type { Submission } from "./useDecide";
import { words } from "./words";

type Props = { profile: Submission; onClose: () => void; onReject: (reason: string) => void };

/** Asks before a rejection, and takes the reason for the person: a usual one, or other words. Enter in the reason confirms. */
export function RejectQuestion({ profile: { kind, name }, onClose, onReject }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const isEdit = kind === "edit";

  return (
    <ConfirmDialog
      start={field}
      title={isEdit ? words.rejectChangeQuestion(name) : words.rejectQuestion(name)}
      description={isEdit ? words.rejectChangeText : words.rejectText}
      confirm={
        <>
          {isEdit ? words.rejectChange : words.reject} <KeyHint name={words.keys.send} />
        </>
      }
      onConfirm={() => onReject(reason)}
      onClose={onClose}
    >
      <PresetReasons
        label={words.rejectReasons}
        presets={words.rejectPresets}
        reason={reason}
        onChoose={(text) => {
          setReason(text);
          field.current?.focus();
        }}
      />
      <TextArea
        ref={field}
        rows={2}
        label={words.reason}
        hint={words.reasonHint}
        maxLength={limits.reasonMax}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.repeat || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onReject(reason);
        }}
      />
    </ConfirmDialog>
  );
}
