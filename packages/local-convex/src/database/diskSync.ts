import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, writeSync } from "node:fs";
import { LOG_BYTES } from "./driver";
import { storageFailureOf } from "../storageFailure";

const QUICK_MS = 0.5;
/** As long as handing a sync to another thread and back. */
const INSTANT_MS = 0.06;

/**
 * Syncs commits to the disk. SQLite in its write-ahead mode keeps them in one log; once that is synced they survive a
 * power cut, as with `synchronous = FULL`. This class does the sync, and not SQLite, so that the
 * next batch can run at the same time.
 */
export class DiskSync {
  readonly #log: number;
  #lastMs = 0;
  /** Duration of the last synchronous sync. */
  #nowMs = 0;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(databaseFile: string) {
    this.#log = openSync(`${databaseFile}-wal`, "r+");
    this.#lengthen();
  }

  /** Whether the disk is fast enough to sync in this thread, which saves handing it to another one. */
  get isQuick(): boolean {
    return this.#running === null && this.#lastMs < QUICK_MS;
  }

  /** Whether a sync in this thread is better even when there is other work to do. */
  get isInstant(): boolean {
    return this.#running === null && this.#nowMs < INSTANT_MS;
  }

  /** Everything committed so far is on disk when this returns. */
  now(): void {
    const started = performance.now();
    fdatasyncSync(this.#log);
    this.#nowMs = performance.now() - started;
    this.#lastMs = this.#nowMs;
  }

  /** Everything committed so far is on disk when this resolves. All callers that wait for the same start share one sync. */
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

  /**
   * Extends the log to its full length with zeros, at which SQLite stops reading. The sync of a growing file also has to
   * write its new length, which usually takes twice the time, and sometimes a hundred times.
   */
  #lengthen(): void {
    const { size } = fstatSync(this.#log);
    if (size >= LOG_BYTES) return;
    try {
      writeSync(this.#log, Buffer.alloc(LOG_BYTES - size), 0, LOG_BYTES - size, size);
    } catch (error) {
      // It will grow when there is space; until then its syncs are slower.
      if (storageFailureOf(error)?.isFull !== true) throw error;
    }
    fdatasyncSync(this.#log);
  }

  #start(): Promise<void> {
    const started = performance.now();
    const done = new Promise<void>((resolve, reject) => {
      fdatasync(this.#log, (error) => {
        this.#lastMs = performance.now() - started;
        if (error === null) resolve();
        else reject(error);
      });
    });
    this.#running = done;
    return done.finally(() => {
      if (this.#running === done) this.#running = null;
    });
  }
}
