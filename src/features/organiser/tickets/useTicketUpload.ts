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
    const looked = await (await import("./readTickets")).lookAt(file);
    if (typeof looked !== "string") return setUpload({ kind: "chosen", number: (chosen.current += 1), file: looked });
    setUpload({ kind: "refused", sentence: looked === "tooLarge" ? words.tooLarge(file.size) : words[looked] });
  };
  const start = (file: File, format: TicketFormat, label: string): void => {
    const batches = new TicketBatches((codes) => add({ codes, label }));
    current.current = { file, format, batches, share: 0 };
    goOn();
  };
  const stop = (): void => {
    isStopped.current = true;
    const run = current.current;
    if (run !== null) setUpload({ kind: "stopped", share: run.share, tally: { ...run.batches.tally } });
  };
  const goOn = (): void => {
    const run = current.current;
    if (run === null) return;
    // The batch in flight when the upload was stopped must finish first.
    running.current = running.current.then(() => {
      isStopped.current = false;
      return follow(run);
    });
  };
  const follow = async (run: Run): Promise<void> => {
    const { file, format, batches } = run;
    const now = () => ({ share: run.share, tally: { ...batches.tally } });
    const isShown = () => current.current === run && !isStopped.current;
    const onProgress = (share: number) => {
      run.share = share;
      if (isShown()) setUpload({ kind: "sending", ...now() });
    };
    onProgress(run.share);
    try {
      const { sendFile } = await import("./readTickets");
      const kind = await sendFile(file, format, batches, { isStopped: () => !isShown(), onProgress });
      if (current.current === run) setUpload({ kind, ...now() });
    } catch (error) {
      if (current.current === run) setUpload({ kind: "failed", ...now(), sentence: messageOf(error, words.failed) });
    }
  };
  return { upload, choose, start, stop, goOn };
}
