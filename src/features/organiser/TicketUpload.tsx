import { useState } from "react";
import { limits } from "../../../convex/shared/limits";
import { Button } from "../../components/Button";
import { control, described, Field } from "../../components/Field";
import { Select } from "../../components/Select";
import { TextField } from "../../components/TextField";
import type { TicketFile } from "./readTickets";
import { TicketTallyView } from "./TicketTallyView";
import { words } from "./ticketsWords";
import { useTicketUpload, type Upload } from "./useTicketUpload";

/** Uploading a list of codes: the file, how far it is, and what came of it. */
export function TicketUpload() {
  const { upload, choose, start, stop, goOn } = useTicketUpload();
  const isBusy = "share" in upload;
  return (
    <section aria-label={words.upload} className="flex min-w-0 flex-col gap-5">
      <div>
        <h2 className="text-title">{words.upload}</h2>
        <p className="text-soft">{words.uploadText}</p>
      </div>
      {!isBusy && <ChooseFile error={upload.kind === "refused" ? upload.sentence : undefined} onChoose={choose} />}
      {upload.kind === "chosen" && <StartForm key={upload.file.file.name} file={upload.file} onStart={start} />}
      {isBusy && <Running upload={upload} onStop={stop} onGoOn={goOn} onAnother={() => void choose(undefined)} />}
    </section>
  );
}

function ChooseFile({ error, onChoose }: { error: string | undefined; onChoose: (file?: File) => Promise<void> }) {
  const [id] = useState("tickets-file");
  return (
    <Field id={id} label={words.file} error={error}>
      <input
        {...described(id, { label: words.file, error })}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className={`${control(error)} file:mr-4 file:rounded-full file:border-0 file:bg-tealwash file:px-4 file:py-1 file:font-semibold file:text-teal`}
        onChange={(event) => void onChoose(event.target.files?.[0])}
      />
    </Field>
  );
}

type StartProps = { file: TicketFile; onStart: (file: TicketFile, column: number, label: string) => void };

function StartForm({ file, onStart }: StartProps) {
  const [label, setLabel] = useState("");
  const [column, setColumn] = useState(file.column === null ? "" : String(file.column));
  const options = Array.from({ length: file.columns }, (_, index) => ({
    value: String(index),
    label: file.names?.[index] || words.columnNumber(index + 1),
  }));
  return (
    <>
      {file.columns > 1 && (
        <Select
          label={words.column}
          placeholder={words.chooseColumn}
          options={options}
          value={column}
          onChange={(event) => setColumn(event.target.value)}
        />
      )}
      <TextField
        label={words.label}
        hint={words.labelHint}
        maxLength={limits.ticketLabelMax}
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
      <Button disabled={column === ""} onClick={() => onStart(file, Number(column), label)}>
        {words.start}
      </Button>
    </>
  );
}

type RunningProps = {
  upload: Extract<Upload, { share: number }>;
  onStop: () => void;
  onGoOn: () => void;
  onAnother: () => void;
};

function Running({ upload, onStop, onGoOn, onAnother }: RunningProps) {
  const { kind, share, tally } = upload;
  return (
    <>
      <div>
        <progress
          aria-label={words.progress}
          value={kind === "done" ? 1 : share}
          className="h-4 w-full overflow-hidden rounded-full border-2 border-edge bg-sunken accent-teal [&::-moz-progress-bar]:bg-teal [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-teal"
        />
        <p className="text-note text-soft tabular-nums">{words.sending(tally.read)}</p>
      </div>
      <p role="status" className="font-semibold">
        {said(upload)}
      </p>
      <TicketTallyView tally={tally} />
      <div className="flex flex-wrap gap-3">
        {kind === "sending" && (
          <Button look="quiet" onClick={onStop}>
            {words.stop}
          </Button>
        )}
        {(kind === "stopped" || kind === "failed") && <Button onClick={onGoOn}>{words.resume}</Button>}
        {kind !== "sending" && (
          <Button look="quiet" onClick={onAnother}>
            {words.another}
          </Button>
        )}
      </div>
    </>
  );
}

function said(upload: RunningProps["upload"]): string {
  if (upload.kind === "failed") return upload.sentence;
  if (upload.kind === "sending") return "";
  if (upload.kind !== "done") return words[upload.kind];
  const { added, badCount } = upload.tally;
  if (added === 0) return words.nothing;
  return badCount > 0 ? words.doneWithBad : words.done;
}
