/** A worker's state for its watchdog. */
export interface WorkerSigns {
  /** The operating system's id of its thread. 0: unknown. */
  readonly thread: number;
  /** Grows while the event loop runs. */
  readonly beats: number;
  /** True during long database work, which is not an error. */
  readonly isInLongWork: boolean;
}

/** Processor time (ms) without a turn of the event loop after which a worker is terminated. A query or mutation has 5 s. */
export const BUSY_MS = 6_000;
/** Number of checks in that time: one a second. */
export const BUSY_CHECKS = 6;
/** Number of checks after which a sleeping worker is terminated. Its event loop does not turn, and it uses no processor time. */
const ASLEEP_CHECKS = 30;
const ASLEEP_MS = 50;

/**
 * Decides when to terminate a worker. Measures the worker's processor time, because on a busy machine a second of work may take a minute.
 * Measures sleep in checks, because a suspended machine runs none.
 */
export class Watchdog {
  readonly #signs: WorkerSigns;
  readonly #processorMs: () => number;
  readonly #busyMs: number;
  #beats = -1;
  #thread = 0;
  #usedAtStart = 0;
  #checks = 0;

  /** `processorMs` returns the worker's processor time so far. */
  constructor(signs: WorkerSigns, processorMs: () => number, busyMs = BUSY_MS) {
    this.#signs = signs;
    this.#processorMs = processorMs;
    this.#busyMs = busyMs;
  }

  /** Call it at each check. Returns true if the worker will not recover on its own. */
  isStuck(): boolean {
    const { beats, isInLongWork, thread } = this.#signs;
    // Until the thread is known, `processorMs` returns the time of the whole process, so the two values cannot be compared.
    if (beats !== this.#beats || thread !== this.#thread || isInLongWork) {
      this.#beats = beats;
      this.#thread = thread;
      this.#checks = 0;
      return false;
    }
    const usedMs = this.#processorMs();
    this.#checks += 1;
    // The measurement starts at the first check without a beat.
    if (this.#checks === 1) this.#usedAtStart = usedMs;
    const sinceStartMs = usedMs - this.#usedAtStart;
    return sinceStartMs >= this.#busyMs || (this.#checks > ASLEEP_CHECKS && sinceStartMs < ASLEEP_MS);
  }
}
