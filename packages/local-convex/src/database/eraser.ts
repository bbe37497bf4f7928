import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, read, readSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { StorageFailure, storageFailureOf } from "../storageFailure";
import type { Database } from "./database";
import { LOG_BYTES, LOG_PAGES } from "./driver";
import { erasePage } from "./erasePage";
import { lengthen } from "./lengthen";

/** After so long without a commit, replaced data is erased. */
const IDLE_MS = 250;
/** One that is never idle does so at least this often. */
const BUSY_MS = 5_000;
/** After a try that failed, such as on a full disk. */
const RETRY_MS = 1_000;
const SLICE_MS = 20;
const SLICE_PAGES = 1_000;

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Two random numbers, which differ from lap to lap of the log. */
const LAP_BYTES = 8;
// From SQLite's file format: a file that has no log, as one that was closed.
const MODE_AT = 18;
const CLOSED = Buffer.from([1, 1]);
const COPY_BYTES = 1024 * 1024;
const readAt = promisify(read);
const ZEROS = Buffer.alloc(256 * 1024);
/** Frames of the log that are read in one call: a call for each would take longer than all of its bytes. */
const FRAMES_AT_ONCE = 256;

/**
 * Erases deleted and replaced data soon afterwards. SQLite overwrites deleted rows in their pages (`secure_delete`). But the write-ahead
 * log keeps the old pages until they are overwritten. And when SQLite rearranges a page, it leaves pieces of rows between its pointers and
 * its rows. So the log is copied into the database and filled with zeros, and those gaps too. Under load there is no time for that: the log
 * is only copied, each time it has grown long.
 */
export class Eraser {
  readonly #database: Database;
  readonly #onSyncFailure: (error: unknown) => void;
  readonly #path: string;
  readonly #log: number;
  /** A file keeps the size of its pages for ever, so an old one may have another than a new one. */
  readonly #pageBytes: number;
  /** Open until the database is closed: closing a file drops all locks of the process on it, including SQLite's. */
  readonly #file: number;
  #timer: NodeJS.Timeout | null = null;
  #isCopying = false;
  /** From how many pages on the log is copied at once; more, after a try that failed. */
  #longPages = LOG_PAGES;
  #lastCommit = 0;
  #lastErased = 0;
  /** The log's own count of how often it has begun again; null if it may hold what another process left. */
  #lap: number | null = null;
  /** The next page of a pass over the whole file; null if there is none under way. */
  #nextPage: number | null = null;

  /** `onSyncFailure` is called when the disk did not keep something; then nothing is to be believed. */
  constructor(database: Database, file: string, onSyncFailure: (error: unknown) => void) {
    this.#database = database;
    this.#onSyncFailure = onSyncFailure;
    this.#path = file;
    this.#log = openSync(`${file}-wal`, "r+");
    this.#file = openSync(file, "r+");
    this.#pageBytes = Number(database.driver.prepare("PRAGMA page_size").get()![0]);
    database.onCommit = () => this.#committed();
    this.#committed();
  }

  /** Something was committed, which may have replaced something. */
  #committed(): void {
    this.#shortenLog();
    this.#lastCommit = Date.now();
    if (this.#timer === null) {
      this.#lastErased = this.#lastCommit;
      this.#again(IDLE_MS);
    }
  }

  /** Stops erasing. `closeDatabase` then closes the database: its log must be closed before, its file after. */
  close(closeDatabase: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#database.onCommit = () => undefined;
    closeSync(this.#log);
    closeDatabase();
    closeSync(this.#file);
  }

  /**
   * Copies the database file as it is after the last commit, to a file that is not there yet. Commits go on meanwhile: they stay in the log.
   * `first` is done in the moment of the copy. Not in a batch, and one copy at a time.
   */
  async copy(target: string, first: () => void): Promise<void> {
    // It would change the file under the other one.
    if (this.#isCopying) throw new Error("A copy of the database is being made already.");
    if (!this.#emptyLogOrEnd()) throw new StorageFailure(true, null);
    this.#isCopying = true;
    try {
      const { size } = fstatSync(this.#file);
      first();
      const copy = await open(target, "wx", 0o600);
      try {
        const chunk = Buffer.alloc(COPY_BYTES);
        for (let at = 0; at < size;) {
          const { bytesRead } = await readAt(this.#file, chunk, 0, Math.min(COPY_BYTES, size - at), at);
          await copy.write(chunk, 0, bytesRead, at);
          at += bytesRead;
        }
        await copy.write(CLOSED, 0, CLOSED.length, MODE_AT);
        await copy.sync();
      } finally {
        await copy.close();
      }
    } finally {
      this.#isCopying = false;
    }
  }

  /** Copies a log that is long into the database file, so that it goes on at its start. */
  #shortenLog(): void {
    if (this.#isCopying || !isLong(this.#log, this.#pageBytes, this.#longPages)) return;
    try {
      this.#longPages = this.#database.checkpoint() ? LOG_PAGES : this.#longPages + LOG_PAGES;
    } catch (error) {
      this.#onSyncFailure(error);
    }
  }

  #again(ms: number): void {
    this.#timer = setTimeout(() => this.#work(), ms).unref();
  }

  /** `emptyLog` that reports a failure to sync. An empty log gets its full length. */
  #emptyLogOrEnd(): boolean {
    try {
      const isEmpty = this.emptyLog();
      if (isEmpty) lengthen(this.#log, this.#path, LOG_BYTES);
      return isEmpty;
    } catch (error) {
      // Some file systems need space even for overwriting.
      if (storageFailureOf(error)?.isFull === true) return false;
      this.#onSyncFailure(error);
      throw error;
    }
  }

  #work(): void {
    this.#timer = null;
    const now = Date.now();
    const idle = now - this.#lastCommit;
    if (idle < IDLE_MS && now - this.#lastErased < BUSY_MS) return this.#again(IDLE_MS - idle);
    // A batch is being run, or the file must stay as it is.
    if (this.#database.isInBatch || this.#isCopying) return this.#again(SLICE_MS);
    try {
      if (!this.#emptyLogOrEnd()) return this.#again(RETRY_MS);
    } catch {
      return;
    }
    this.#lastErased = Date.now();
    this.eraseGaps(SLICE_PAGES);
    if (this.#nextPage !== null) this.#again(SLICE_MS);
  }

  /**
   * Copies the log into the database file, and erases it and the gaps of the pages that were in it. Whether it could; throws if the
   * disk does not sync.
   */
  emptyLog(): boolean {
    const { lap, pages, end } = readLog(this.#log, this.#pageBytes);
    if (!this.#database.checkpoint()) return false;
    // The log was restarted in between, so its earlier content is unknown.
    const isKnown = this.#lap !== null && (lap === null || lap === this.#lap + 1);
    this.#lap = lap ?? this.#lap ?? -1;
    const { size } = fstatSync(this.#log);
    if (lap === null && isKnown) return true;
    // The head first, and on the disk: a log that is whole at its beginning and erased behind would be taken for older commits.
    writeSync(this.#log, ZEROS, 0, HEADER_BYTES, 0);
    fdatasyncSync(this.#log);
    if (size > LOG_BYTES) ftruncateSync(this.#log, LOG_BYTES);
    zero(this.#log, HEADER_BYTES, Math.min(isKnown ? end : size, LOG_BYTES));
    for (const page of pages) erasePage(this.#file, page, this.#pageBytes);
    if (!isKnown) this.#nextPage = 1;
    return true;
  }

  /** The pass over the whole file, or the next `count` pages of it. */
  eraseGaps(count = Infinity): void {
    const last = fstatSync(this.#file).size / this.#pageBytes;
    let page = this.#nextPage ?? last + 1;
    for (const end = Math.min(page + count, last + 1); page < end; page++) erasePage(this.#file, page, this.#pageBytes);
    this.#nextPage = page > last ? null : page;
  }
}

/** Which lap the log is in (null: it is empty), the pages in it, and where they end. */
function readLog(log: number, pageBytes: number): { lap: number | null; pages: Set<number>; end: number } {
  const pages = new Set<number>();
  const head = Buffer.alloc(HEADER_BYTES);
  readSync(log, head, 0, HEADER_BYTES, 0);
  if (head.every((byte) => byte === 0)) return { lap: null, pages, end: HEADER_BYTES };
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const frames = Buffer.alloc(FRAMES_AT_ONCE * frameBytes);
  let end = HEADER_BYTES;
  for (let isLap = true; isLap;) {
    const read = readSync(log, frames, 0, frames.length, end);
    let at = 0;
    // A frame belongs to this lap if it has its two random numbers.
    for (; at + frameBytes <= read; at += frameBytes) {
      if (frames.compare(head, 16, 24, at + 8, at + 16) !== 0) break;
      pages.add(frames.readUInt32BE(at));
    }
    end += at;
    isLap = at === frames.length;
  }
  return { lap: head.readUInt32BE(12), pages, end };
}

/** Whether there are so many pages in the log, after a commit: then the last of them is of the same lap as its head. */
function isLong(log: number, pageBytes: number, count: number): boolean {
  const [head, frame] = [Buffer.alloc(LAP_BYTES), Buffer.alloc(LAP_BYTES)];
  readSync(log, head, 0, LAP_BYTES, 16);
  const read = readSync(log, frame, 0, LAP_BYTES, HEADER_BYTES + (count - 1) * (FRAME_HEADER_BYTES + pageBytes) + 8);
  return read === LAP_BYTES && frame.equals(head) && head.some((byte) => byte !== 0);
}

function zero(file: number, from: number, to: number): void {
  for (let at = from; at < to; at += ZEROS.length) writeSync(file, ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}
