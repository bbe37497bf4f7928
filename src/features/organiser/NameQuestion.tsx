import { useRef, useState } from "react";
import { isNameTyped } from "../../../convex/shared/closing";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { TextField } from "../../components/TextField";
import { words } from "./closingWords";

type Props = {
  /** The festival's, which has to be typed. */
  name: string;
  title: string;
  text: string;
  confirm: string;
  /** Answers whether it is done. It stays open where it is not. */
  onConfirm: (typed: string) => Promise<boolean>;
  onClose: () => void;
};

/** Asks before what cannot be taken back. */
export function NameQuestion({ name, title, text, confirm, onConfirm, onClose }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    if (!isNameTyped(typed, name)) return setError(words.otherName);
    setBusy(true);
    const isDone = await onConfirm(typed);
    setBusy(false);
    if (isDone) onClose();
  };

  return (
    <ConfirmDialog
      start={field}
      title={title}
      description={text}
      confirm={confirm}
      cancel={words.cancel}
      busy={isBusy}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <TextField
        ref={field}
        label={words.typeName(name)}
        value={typed}
        autoComplete="off"
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
