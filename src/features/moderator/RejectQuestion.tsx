import { useRef, useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextArea } from "../../components/TextField";
import { KeyHint } from "./KeyHint";
import type { Submission } from "./useDecide";
import { words } from "./words";

type Props = { profile: Submission; onClose: () => void; onReject: (reason: string) => void };

/** Nothing is rejected at one press: this asks, and takes the words for the person. Enter in them is the second press. */
export function RejectQuestion({ profile: { kind, name }, onClose, onReject }: Props) {
  const reason = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState("");
  const isEdit = kind === "edit";

  return (
    <Dialog
      open
      start={reason}
      onClose={onClose}
      title={isEdit ? words.rejectChangeQuestion(name) : words.rejectQuestion(name)}
      description={isEdit ? words.rejectChangeText : words.rejectText}
      actions={
        <>
          <Button look="danger" onClick={() => onReject(text)}>
            {isEdit ? words.rejectChange : words.reject} <KeyHint name={words.keys.send} />
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
    >
      <TextArea
        ref={reason}
        rows={2}
        label={words.reason}
        hint={words.reasonHint}
        maxLength={limits.reasonMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.repeat || event.nativeEvent.isComposing) return;
          event.preventDefault();
          onReject(text);
        }}
      />
    </Dialog>
  );
}
