import type { LogEntry } from "../contract/core";
import type { BatchResult } from "../execution/executor";
import type { OperationResponse, HttpResponsePart, Report } from "./messages";

const EMPTY_REPORT: Report = { responses: [], changed: null, started: [], logs: [], http: [] };

/** Milliseconds that logs wait to be sent together: waking the other thread takes longer than most functions. */
const LOGS_MS = 50;
/** Maximum number of waiting logs. */
const MAX_WAITING_LOGS = 500;

/**
 * Collects responses, HTTP parts and logs, and posts them as one report per event loop turn. A batch's responses wait for the end of the
 * batch.
 */
export class ReportBatcher {
  readonly #post: (report: Report) => void;
  #responses: OperationResponse[] = [];
  #batchResponses: OperationResponse[] = [];
  #logs: LogEntry[] = [];
  #http: HttpResponsePart[] = [];
  #scheduled = false;
  #logTimer: NodeJS.Timeout | null = null;

  constructor(post: (report: Report) => void) {
    this.#post = post;
  }

  /** Queues a response until its batch is finished. */
  respondWithBatch(id: number, value: unknown): void {
    this.#batchResponses.push({ id, value });
  }

  respond(id: number, value: unknown): void {
    if (id === 0) return;
    this.#responses.push({ id, value });
    this.#scheduleFlush();
  }

  respondError(id: number, error: unknown): void {
    if (id === 0) return;
    const { name, message, stack, code } = error as Error & { code?: string };
    this.#responses.push({ id, error: { name, message, stack, ...(code === undefined ? {} : { code }) } });
    this.#scheduleFlush();
  }

  log(entry: LogEntry): void {
    if (this.#logs.push(entry) >= MAX_WAITING_LOGS) this.#scheduleFlush();
    this.#logTimer ??= setTimeout(() => this.flush(), LOGS_MS).unref();
  }

  http(part: HttpResponsePart): void {
    this.#http.push(part);
    this.#scheduleFlush();
  }

  /** Ends a batch: posts its responses, then changed results, then first results. */
  batchFinished({ ts, mutated, changed: results, started }: BatchResult): void {
    const responses = [...this.#responses, ...this.#batchResponses];
    this.#batchResponses = [];
    this.#responses = [];
    const changed = mutated || results.length > 0 ? { ts, results } : null;
    if (responses.length === 0 && changed === null && started.length === 0) return;
    // Logs follow later, because callers wait only for the responses.
    this.#post({ ...EMPTY_REPORT, responses, changed, started: started.map(({ id, result }) => ({ id, ts, result })) });
  }

  /** Posts the last report. */
  syncFailed(reason: string): void {
    this.#post({ ...EMPTY_REPORT, syncFailed: reason });
  }

  flush(): void {
    this.#scheduled = false;
    if (this.#logTimer !== null) clearTimeout(this.#logTimer);
    this.#logTimer = null;
    const [responses, logs, http] = [this.#responses, this.#logs, this.#http];
    [this.#responses, this.#logs, this.#http] = [[], [], []];
    if (responses.length + logs.length + http.length > 0) this.#post({ ...EMPTY_REPORT, responses, logs, http });
  }

  #scheduleFlush(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }
}
