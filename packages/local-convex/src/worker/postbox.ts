import type { LogEntry } from "../contract/core";
import type { Settled } from "../execution/executor";
import type { Answered, HttpPiece, Report } from "./messages";

const NOTHING: Report = { answers: [], changed: null, started: [], logs: [], http: [] };

/** Collects what there is to say, and says it at once. What belongs to a batch waits for the batch. */
export class Postbox {
  readonly #post: (report: Report) => void;
  #answers: Answered[] = [];
  #batchAnswers: Answered[] = [];
  #logs: LogEntry[] = [];
  #http: HttpPiece[] = [];
  #waiting = false;

  constructor(post: (report: Report) => void) {
    this.#post = post;
  }

  /** An answer that is given with the batch it comes from. */
  answerWithBatch(id: number, value: unknown): void {
    this.#batchAnswers.push({ id, value });
  }

  answer(id: number, value: unknown): void {
    if (id === 0) return;
    this.#answers.push({ id, value });
    this.#soon();
  }

  fail(id: number, error: unknown): void {
    if (id === 0) return;
    const { name, message, code } = error as Error & { code?: string };
    this.#answers.push({ id, error: { name, message, ...(code === undefined ? {} : { code }) } });
    this.#soon();
  }

  log(entry: LogEntry): void {
    this.#logs.push(entry);
    this.#soon();
  }

  http(piece: HttpPiece): void {
    this.#http.push(piece);
    this.#soon();
  }

  /** The end of a batch: its answers, then what changed, then first results. */
  settled({ ts, mutated, changed: results, started }: Settled): void {
    const answers = [...this.#answers, ...this.#batchAnswers];
    this.#batchAnswers = [];
    this.#answers = [];
    const changed = mutated || results.length > 0 ? { ts, results } : null;
    if (answers.length === 0 && changed === null && started.length === 0) return;
    // What is for the log can come later: somebody waits for the rest.
    this.#post({ ...NOTHING, answers, changed, started: started.map(({ id, result }) => ({ id, ts, result })) });
  }

  flush(): void {
    this.#waiting = false;
    const [answers, logs, http] = [this.#answers, this.#logs, this.#http];
    [this.#answers, this.#logs, this.#http] = [[], [], []];
    if (answers.length + logs.length + http.length > 0) this.#post({ ...NOTHING, answers, logs, http });
  }

  #soon(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    setImmediate(() => this.flush());
  }
}
