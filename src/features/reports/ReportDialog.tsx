import { useRef, useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { countCharacters } from "../../../convex/shared/text";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import { TextArea } from "../../components/TextField";
import type { Reported } from "../../lib/useReport";
import { useFileReport } from "./useFileReport";
import { words } from "./words";

type Props = { about: Reported; onClose: () => void; onReported: () => void };

/** Asks why somebody is reported. It closes by Cancel, or when the report was accepted. */
export function ReportDialog({ about, onClose, onReported }: Props) {
  const { isBusy, send } = useFileReport();
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState("");
  const [mistake, setMistake] = useState<string>();

  const submit = async () => {
    if (reason.trim() === "") return setMistake(words.missing);
    if (await send(about, reason)) onReported();
  };
  return (
    <ConfirmDialog
      start={field}
      title={words.title(about.name)}
      description={words.text}
      confirm={words.submit}
      cancel={words.cancel}
      busy={isBusy}
      onConfirm={() => void submit()}
      onClose={onClose}
    >
      <TextArea
        ref={field}
        label={words.reason}
        rows={4}
        maxLength={limits.reportMax}
        aside={words.counter(countCharacters(reason), limits.reportMax)}
        error={mistake}
        value={reason}
        onChange={(event) => {
          setReason(event.target.value);
          setMistake(undefined);
        }}
      />
    </ConfirmDialog>
  );
}
