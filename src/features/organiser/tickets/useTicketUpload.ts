import { useRef, useState } from "react";
import { api } from "../../../../convex/_generated/api";
import type { TicketFormat } from "../../../../convex/shared/ticketsFormat";
import { TicketBatches, type TicketTally } from "../../../../convex/shared/ticketsFile";
import { useMutation } from "../../../lib/acts";
import { messageOf } from "../../../lib/errors";
import type { Ending, TicketFile } from "./readTickets";
import { words } from "./words";

/** The state of an upload. `share`: 0 to 1. */
export type Upload =
  | { kind: "none" }
  | { kind: "refused"; sentence: string }
  | { kind: "chosen"; number: number; file: TicketFile }
  | { kind: "sending" | Ending; share: number; tally: TicketTally }
  | { kind: "failed"; share: number; tally: TicketTally; sentence: string };

type Run = { file: File; format: TicketFormat; batches: TicketBatches; share: number };

/** Uploads one file after another. An upload can be paused and resumed. Codes already sent stay. */
export function useTicketUpload() {
  const add = useMutation(api.tickets.add);
  const [upload, setUpload] = useState<Upload>({ kind: "none" });
  const current = useRef<Run | null>(null);
  const isStopped = useRef(false);
  /** Counts the chosen files, so each one gets a fresh form. */
  const chosen = useRef(0);
  const running = useRef<Promise<void>>(Promise.resolve());

  const choose = async (file: File | undefined): Promise<void> => {
    current.current = null;
    if (file === undefined) return setUpload({ kind: "none" });
    const result = await (await import("./readTickets")).inspectFile(file);
    if (typeof result !== "string") return setUpload({ kind: "chosen", number: (chosen.current += 1), file: result });
    setUpload({ kind: "refused", sentence: result === "tooLarge" ? words.tooLarge(file.size) : words[result] });
  };
  const start = (file: File, format: TicketFormat, label: string): void => {
    const batches = new TicketBatches((codes) => add({ codes, label }));
    current.current = { file, format, batches, share: 0 };
    resume();
  };
  const stop = (): void => {
    isStopped.current = true;
    const run = current.current;
    if (run !== null) setUpload({ kind: "stopped", share: run.share, tally: { ...run.batches.tally } });
  };
  const resume = (): void => {
    const run = current.current;
    if (run === null) return;
    // The batch in flight when the upload was stopped must finish first.
    running.current = running.current.then(() => {
      isStopped.current = false;
      return runUpload(run);
    });
  };
  const runUpload = async (run: Run): Promise<void> => {
    const { file, format, batches } = run;
    const progress = () => ({ share: run.share, tally: { ...batches.tally } });
    const isShown = () => current.current === run && !isStopped.current;
    const onProgress = (share: number) => {
      run.share = share;
      if (isShown()) setUpload({ kind: "sending", ...progress() });
    };
    onProgress(run.share);
    try {
      const { sendFile } = await import("./readTickets");
      const kind = await sendFile(file, format, batches, { isStopped: () => !isShown(), onProgress });
      if (current.current === run) setUpload({ kind, ...progress() });
    } catch (error) {
      if (current.current === run)
        setUpload({ kind: "failed", ...progress(), sentence: messageOf(error, words.failed) });
    }
  };
  return { upload, choose, start, stop, resume };
}
