import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { TicketTally } from "../../../../convex/shared/ticketsFile";
import { Button } from "../../../components/Button";
import { control, described, Field } from "../../../components/Field";
import { useMutation } from "../../../lib/acts";
import { Section } from "../Section";
import { TicketFormatForm } from "./TicketFormatForm";
import { words } from "./words";
import { TicketUploader, type Upload } from "./ticketUploader";

export function TicketUpload() {
  const add = useMutation(api.tickets.add);
  const [upload, setUpload] = useState<Upload>({ kind: "none" });
  const [uploader] = useState(() => new TicketUploader(add, setUpload));
  const isBusy = "share" in upload;
  return (
    <Section title={words.upload} text={words.uploadText}>
      {!isBusy && (
        <ChooseFile
          error={upload.kind === "refused" ? upload.sentence : undefined}
          onChoose={(file) => uploader.choose(file)}
        />
      )}
      {upload.kind === "chosen" && (
        <TicketFormatForm key={upload.number} file={upload.file} onStart={(...chosen) => uploader.start(...chosen)} />
      )}
      {isBusy && <Running upload={upload} uploader={uploader} />}
    </Section>
  );
}

const FILE = "tickets-file";

function ChooseFile({ error, onChoose }: { error: string | undefined; onChoose: (file?: File) => Promise<void> }) {
  return (
    <Field id={FILE} label={words.file} error={error}>
      <input
        {...described(FILE, { label: words.file, error })}
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        className={`${control(error)} file:mr-4 file:rounded-full file:border-0 file:bg-tealwash file:px-4 file:py-1 file:font-semibold file:text-teal`}
        onChange={(event) => void onChoose(event.target.files?.[0])}
      />
    </Field>
  );
}

type RunningUpload = Extract<Upload, { share: number }>;

function Running({ upload, uploader }: { upload: RunningUpload; uploader: TicketUploader }) {
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
        {statusText(upload)}
      </p>
      <Tally tally={tally} />
      <div className="flex flex-wrap gap-3">
        {kind === "sending" && (
          <Button variant="quiet" onClick={() => uploader.stop()}>
            {words.stop}
          </Button>
        )}
        {(kind === "stopped" || kind === "failed") && <Button onClick={() => uploader.resume()}>{words.resume}</Button>}
        {kind !== "sending" && (
          <Button variant="quiet" onClick={() => void uploader.choose(undefined)}>
            {words.another}
          </Button>
        )}
      </div>
    </>
  );
}

function Tally({ tally: { added, present, repeated, badCount, bad } }: { tally: TicketTally }) {
  const counts = [
    words.added(added),
    ...(present > 0 ? [words.present(present)] : []),
    ...(repeated > 0 ? [words.repeated(repeated)] : []),
    ...(badCount > 0 ? [words.bad(badCount)] : []),
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="tabular-nums">{counts.join(" · ")}</p>
      {bad.length > 0 && (
        <div className="rounded-md border-2 border-line px-4 py-3">
          <ul aria-label={words.bad(badCount)} className="text-note">
            {bad.map(({ line, problem }) => (
              <li key={line}>{words.badLine(line, problem)}</li>
            ))}
          </ul>
          {badCount > bad.length && <p className="text-note text-soft">{words.firstBad(bad.length)}</p>}
        </div>
      )}
    </div>
  );
}

function statusText(upload: RunningUpload): string {
  if (upload.kind === "failed") return upload.sentence;
  if (upload.kind === "sending") return "";
  if (upload.kind !== "done") return words[upload.kind];
  const { added, badCount } = upload.tally;
  if (added === 0) return words.nothing;
  return badCount > 0 ? words.doneWithBad : words.done;
}
