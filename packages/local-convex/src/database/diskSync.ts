import { closeSync, fdatasync, fdatasyncSync, openSync } from "node:fs";
import { FIRST_LOG_BYTES } from "./driver";
import { preallocate } from "./preallocate";

const QUICK_MS = 0.5;
/** About the time of handing a sync to another thread and back. */
const INSTANT_MS = 0.06;

/**
 * Syncs commits to the disk. In write-ahead mode SQLite writes them to one log. Once the log is synced they survive a power cut, as with
 * `synchronous = FULL`. SQLite does not sync itself, so the next batch can run during a sync.
 */
export class DiskSync {
  readonly #log: number;
  #lastMs = 0;
  /** Duration of the last synchronous sync (ms). */
  #lastBlockingMs = 0;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(databaseFile: string) {
    this.#log = openSync(`${databaseFile}-wal`, "r+");
    preallocate(this.#log, databaseFile, FIRST_LOG_BYTES);
  }

  /** True if the disk is fast enough to sync in this thread, which saves a hand-over. */
  get isQuick(): boolean {
    return this.#running === null && this.#lastMs < QUICK_MS;
  }

  /** True if a sync in this thread is better even while other work waits. */
  get isInstant(): boolean {
    return this.#running === null && this.#lastBlockingMs < INSTANT_MS;
  }

  /** Syncs everything committed so far, before it returns. */
  now(): void {
    const started = performance.now();
    fdatasyncSync(this.#log);
    this.#lastBlockingMs = performance.now() - started;
    this.#lastMs = this.#lastBlockingMs;
  }

  /** Resolves once everything committed so far is on disk. Callers that wait for the same start share one sync. */
  soon(): Promise<void> {
    if (this.#running === null) return this.#start();
    this.#next ??= this.#running.then(() => {
      this.#next = null;
      return this.#start();
    });
    return this.#next;
  }

  async close(): Promise<void> {
    await this.#next;
    await this.#running;
    closeSync(this.#log);
  }

  #start(): Promise<void> {
    const started = performance.now();
    const syncing = new Promise<void>((resolve, reject) => {
      fdatasync(this.#log, (error) => {
        this.#lastMs = performance.now() - started;
        if (error === null) resolve();
        else reject(error);
      });
    });
    this.#running = syncing;
    return syncing.finally(() => {
      if (this.#running === syncing) this.#running = null;
    });
  }
}
