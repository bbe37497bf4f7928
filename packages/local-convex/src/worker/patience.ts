/** What a worker shows of itself. */
export interface Signs {
  /** The thread that it runs in; 0 as long as it has not said so. */
  readonly thread: number;
  /** Grows as long as the event loop turns. */
  readonly beats: number;
  /** Long work on the database, which is no fault. */
  readonly isInLongWork: boolean;
}

/** Processor time without a turn of the event loop. A query or mutation has 5 s. */
const BUSY_MS = 6_000;
/** Looks, a second apart, at a worker that neither turns nor works: it sleeps inside of a function. */
const ASLEEP_LOOKS = 30;
const ASLEEP_MS = 50;

/**
 * Decides when a worker is given up. It is judged by the processor time that it was given, not by the clock: on a machine that is busy with
 * something else, a second of work takes a minute and is still a second. Looks count, not time, so that a machine that was
 * asleep finds its worker as it left it.
 */
export class Patience {
  readonly #signs: Signs;
  readonly #processorMs: () => number;
  readonly #busyMs: number;
  #beats = -1;
  #thread = 0;
  #usedBefore = 0;
  #looks = 0;

  /** `processorMs`: what the worker has used so far. */
  constructor(signs: Signs, processorMs: () => number, busyMs = BUSY_MS) {
    this.#signs = signs;
    this.#processorMs = processorMs;
    this.#busyMs = busyMs;
  }

  /** One look, every second. Whether the worker will not come back by itself. */
  isOver(): boolean {
    const { beats, isInLongWork, thread } = this.#signs;
    // Of a thread that is not known, the time is that of the whole process: nothing to compare with.
    if (beats !== this.#beats || thread !== this.#thread || isInLongWork) {
      this.#beats = beats;
      this.#thread = thread;
      this.#looks = 0;
      return false;
    }
    const used = this.#processorMs();
    this.#looks += 1;
    // The first look without a beat is the beginning.
    if (this.#looks === 1) this.#usedBefore = used;
    const since = used - this.#usedBefore;
    return since >= this.#busyMs || (this.#looks > ASLEEP_LOOKS && since < ASLEEP_MS);
  }
}
