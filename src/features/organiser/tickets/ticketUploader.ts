import { TicketBatches, type BatchResult, type TicketTally } from "../../../../convex/shared/ticketsFile";
import type { TicketFormat } from "../../../../convex/shared/ticketsFormat";
import { messageOf } from "../../../lib/errors";
import type { Ending, TicketFile } from "./readTickets";
import { words } from "./words";

/** The state of an upload. `share`: 0 to 1. `number`: counts the chosen files. */
export type Upload =
  | { kind: "none" }
  | { kind: "refused"; sentence: string }
  | { kind: "chosen"; number: number; file: TicketFile }
  | { kind: "sending" | Ending; share: number; tally: TicketTally }
  | { kind: "failed"; share: number; tally: TicketTally; sentence: string };

/** Sends codes to the deployment, with the label of their file. */
type Add = (batch: { codes: string[]; label: string }) => Promise<BatchResult>;
type Run = { file: File; format: TicketFormat; batches: TicketBatches; share: number; isStopped: boolean };

/** Uploads one file after another. An upload can be paused and resumed. Codes already sent stay. */
export class TicketUploader {
  readonly #add: Add;
  readonly #show: (upload: Upload) => void;
  #run: Run | null = null;
  /** Settles when the batches so far have ended. */
  #running: Promise<void> = Promise.resolve();
  #chosen = 0;

  constructor(add: Add, show: (upload: Upload) => void) {
    this.#add = add;
    this.#show = show;
  }

  async choose(file: File | undefined): Promise<void> {
    this.#run = null;
    if (file === undefined) return this.#show({ kind: "none" });
    const result = await (await import("./readTickets")).inspectFile(file);
    if (typeof result !== "string") return this.#show({ kind: "chosen", number: (this.#chosen += 1), file: result });
    this.#show({ kind: "refused", sentence: result === "tooLarge" ? words.tooLarge(file.size) : words[result] });
  }

  start(file: File, format: TicketFormat, label: string): void {
    const batches = new TicketBatches((codes) => this.#add({ codes, label }));
    this.#run = { file, format, batches, share: 0, isStopped: false };
    this.resume();
  }

  stop(): void {
    if (this.#run === null) return;
    this.#run.isStopped = true;
    this.#show({ kind: "stopped", ...progressOf(this.#run) });
  }

  resume(): void {
    const run = this.#run;
    if (run === null) return;
    // The batch in flight when the upload was stopped must finish first.
    this.#running = this.#running.then(() => this.#send(run));
  }

  async #send(run: Run): Promise<void> {
    run.isStopped = false;
    const isShown = () => this.#run === run && !run.isStopped;
    const onProgress = (share: number) => {
      run.share = share;
      if (isShown()) this.#show({ kind: "sending", ...progressOf(run) });
    };
    onProgress(run.share);
    try {
      const { sendFile } = await import("./readTickets");
      const { file, format, batches } = run;
      const kind = await sendFile(file, format, batches, { isStopped: () => !isShown(), onProgress });
      if (this.#run === run) this.#show({ kind, ...progressOf(run) });
    } catch (error) {
      if (this.#run === run)
        this.#show({ kind: "failed", ...progressOf(run), sentence: messageOf(error, words.failed) });
    }
  }
}

function progressOf({ share, batches }: Run) {
  return { share, tally: { ...batches.tally } };
}
