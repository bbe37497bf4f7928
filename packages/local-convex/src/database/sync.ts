import { closeSync, fdatasync, fdatasyncSync, fstatSync, openSync, writeSync } from "node:fs";
import { LOG_BYTES } from "./driver";

const QUICK_MS = 0.5;
/** The way to another thread and back takes as long. */
const INSTANT_MS = 0.06;

/**
 * Brings commits to the disk. SQLite in its write-ahead mode keeps them in one log; once that is synced they survive a
 * power cut, as with `synchronous = FULL`. Done by hand, so that the next batch can run meanwhile.
 */
export class Sync {
  readonly #log: number;
  #lastMs = 0;
  /** Of the last sync on the spot. */
  #nowMs = 0;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;

  constructor(databaseFile: string) {
    this.#log = openSync(`${databaseFile}-wal`, "r+");
    this.#lengthen();
  }

  /** Whether the disk is fast enough to wait for it on the spot, which saves a way to another thread and back. */
  get isQuick(): boolean {
    return this.#running === null && this.#lastMs < QUICK_MS;
  }

  /** Whether that is so even when there is something else to do while the disk works. */
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

  /** Everything committed so far is on disk when this resolves. One sync serves all who wait for it to begin. */
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
   * Brings the log to its full length with zeros, at which SQLite stops reading it. A sync of a file that grows also has
   * to bring its new length to the disk: twice the time as a rule, and a hundred times now and then.
   */
  #lengthen(): void {
    const { size } = fstatSync(this.#log);
    if (size >= LOG_BYTES) return;
    writeSync(this.#log, Buffer.alloc(LOG_BYTES - size), 0, LOG_BYTES - size, size);
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
