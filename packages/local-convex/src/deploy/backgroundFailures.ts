import type { LogEntry } from "../contract/core";

const LOG_INTERVAL_MS = 60_000;
const MAX_FUNCTIONS = 1_000;

/**
 * Logs failures of scheduled functions and cron jobs. No caller sees those, and a component that reschedules itself would silently stop.
 * Logs each function at most once a minute.
 */
export class BackgroundFailures {
  readonly #log: (line: string) => void;
  readonly #now: () => number;
  /** By function: when it was last logged, and how many failures followed. */
  readonly #logged = new Map<string, { at: number; since: number }>();

  constructor(log: (line: string) => void, now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
  }

  add({ path, componentPath, error, isScheduled }: LogEntry): void {
    if (!isScheduled || error === null) return;
    const name = componentPath === "" ? path : `${path} of component ${componentPath}`;
    const last = this.#logged.get(name);
    if (last !== undefined && this.#now() - last.at < LOG_INTERVAL_MS) return void last.since++;
    const repeats = last === undefined || last.since === 0 ? "" : ` (and ${last.since} times in the minutes before)`;
    this.#log(`The scheduled function ${name} failed${repeats}: ${error}`);
    this.#logged.delete(name);
    if (this.#logged.size >= MAX_FUNCTIONS) this.#logged.clear();
    this.#logged.set(name, { at: this.#now(), since: 0 });
  }
}
