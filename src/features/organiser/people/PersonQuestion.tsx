import { useRef, useState, type RefObject } from "react";
import { limits } from "../../../../convex/shared/limits";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { Select } from "../../../components/Select";
import { TextArea } from "../../../components/TextField";
import { words } from "./words";
import { usePersonActs, type Act } from "./usePersonActs";

type Props = { act: Act; name: string; userId: string; onClose: () => void };

/** Asks before an act, says what follows, and takes the reason. It stays open where the act failed. */
export function PersonQuestion({ act, name, userId, onClose }: Props) {
  const field = useRef<HTMLTextAreaElement | HTMLSelectElement>(null);
  const perform = usePersonActs(userId);
  const [reason, setReason] = useState("");
  const [mistake, setMistake] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { title, text, button } = words.questions[act];

  const confirm = async () => {
    if (reason.trim() === "" && act !== "exportData") return setMistake(words.reasonMissing);
    setBusy(true);
    const isDone = await perform(act, reason);
    setBusy(false);
    if (isDone) onClose();
  };
  const change = (value: string) => {
    setReason(value);
    setMistake(undefined);
  };
  return (
    <ConfirmDialog
      start={field}
      title={title(name)}
      description={text}
      confirm={button}
      busy={isBusy}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {act === "remove" ? (
        <Select
          ref={field as RefObject<HTMLSelectElement>}
          label={words.reason}
          hint={words.reasonForColleagues}
          error={mistake}
          placeholder={words.chooseReason}
          options={Object.entries(words.deletionReasons).map(([value, label]) => ({ value, label }))}
          value={reason}
          onChange={(event) => change(event.target.value)}
        />
      ) : (
        <TextArea
          ref={field as RefObject<HTMLTextAreaElement>}
          rows={3}
          label={words.reason}
          hint={hints[act] ?? words.reasonForColleagues}
          maxLength={limits.reasonMax}
          value={reason}
          error={mistake}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

const hints: Partial<Record<Act, string>> = { suspend: words.reasonForThem, exportData: words.reasonOptional };
