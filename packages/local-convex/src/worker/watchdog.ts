/** What a watchdog sees of a worker. */
export interface Signs {
  /** The thread that it runs in; 0 as long as it has not said so. */
  readonly thread: number;
  /** Grows as long as the event loop turns. */
  readonly beats: number;
  /** Long work on the database, which is no fault. */
  readonly isInLongWork: boolean;
}

/** Processor time without a turn of the event loop. A query or mutation has 5 s. */
export const BUSY_MS = 6_000;
/** Checks in that time, so one a second. */
export const BUSY_CHECKS = 6;
/** Checks of a worker whose event loop stands still without work: it sleeps inside of a function. */
const ASLEEP_CHECKS = 30;
const ASLEEP_MS = 50;

/**
 * Decides when a worker is ended. It measures the worker's processor time, because on a busy machine a second of work may take a
 * minute. Sleep is measured in checks, because a suspended machine runs none.
 */
export class Watchdog {
  readonly #signs: Signs;
  readonly #processorMs: () => number;
  readonly #busyMs: number;
  #beats = -1;
  #thread = 0;
  #usedBefore = 0;
  #checks = 0;

  /** `processorMs`: the worker's processor time so far. */
  constructor(signs: Signs, processorMs: () => number, busyMs = BUSY_MS) {
    this.#signs = signs;
    this.#processorMs = processorMs;
    this.#busyMs = busyMs;
  }

  /** Called at every check. Returns true if the worker does not recover by itself. */
  isStuck(): boolean {
    const { beats, isInLongWork, thread } = this.#signs;
    // Until the thread is known, the time is that of the whole process and cannot be compared.
    if (beats !== this.#beats || thread !== this.#thread || isInLongWork) {
      this.#beats = beats;
      this.#thread = thread;
      this.#checks = 0;
      return false;
    }
    const used = this.#processorMs();
    this.#checks += 1;
    // The first check without a beat is the beginning.
    if (this.#checks === 1) this.#usedBefore = used;
    const since = used - this.#usedBefore;
    return since >= this.#busyMs || (this.#checks > ASLEEP_CHECKS && since < ASLEEP_MS);
  }
}
