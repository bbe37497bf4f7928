import { useRef, useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { countCharacters } from "../../../convex/shared/text";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { TextArea } from "../../components/TextField";
import type { Reported } from "../../lib/useReport";
import { useFileReport } from "./useFileReport";
import { words } from "./words";

type Props = { about: Reported; onClose: () => void; onReported: () => void };

/** Why somebody is reported. Cancel closes it; so does a report that was taken. */
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
    <Dialog
      open
      start={field}
      onClose={onClose}
      title={words.title(about.name)}
      description={words.text}
      actions={
        <>
          <Button look="danger" busy={isBusy} onClick={() => void submit()}>
            {words.submit}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        </>
      }
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
    </Dialog>
  );
}
