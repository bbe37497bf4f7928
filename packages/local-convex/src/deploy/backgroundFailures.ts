import type { LogEntry } from "../contract/core";

const QUIET_MS = 60_000;
const REMEMBERED = 1_000;

/**
 * Logs failures of scheduled functions and cron jobs. No caller sees those, and a component that reschedules itself would silently stop.
 * Logs each function at most once a minute.
 */
export class BackgroundFailures {
  readonly #say: (line: string) => void;
  readonly #now: () => number;
  /** By function: when it was last logged, and how many failures followed. */
  readonly #said = new Map<string, { at: number; since: number }>();

  constructor(say: (line: string) => void, now: () => number = Date.now) {
    this.#say = say;
    this.#now = now;
  }

  add({ path, componentPath, error, isScheduled }: LogEntry): void {
    if (!isScheduled || error === null) return;
    const name = componentPath === "" ? path : `${path} of component ${componentPath}`;
    const before = this.#said.get(name);
    if (before !== undefined && this.#now() - before.at < QUIET_MS) return void before.since++;
    const more = before === undefined || before.since === 0 ? "" : ` (and ${before.since} times in the minutes before)`;
    this.#say(`The scheduled function ${name} failed${more}: ${error}`);
    this.#said.delete(name);
    if (this.#said.size >= REMEMBERED) this.#said.clear();
    this.#said.set(name, { at: this.#now(), since: 0 });
  }
}
