import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, read, readSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { StorageFailure, storageFailureOf } from "../storageFailure";
import type { Database } from "./database";
import { LOG_BYTES, LOG_PAGES } from "./driver";
import { erasePage } from "./erasePage";
import { lengthen } from "./lengthen";

/** Replaced data is erased this many milliseconds after the last commit. */
const IDLE_MS = 250;
/** If commits never pause, it is erased at least this often (ms). */
const BUSY_MS = 5_000;
/** Milliseconds until the next try after a failure, such as a full disk. */
const RETRY_MS = 1_000;
const SLICE_MS = 20;
const SLICE_PAGES = 1_000;

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** Two random numbers, different in each lap of the log. */
const LAP_BYTES = 8;
// From SQLite's file format: marks a file without a log, as after a close.
const MODE_AT = 18;
const CLOSED = Buffer.from([1, 1]);
const COPY_BYTES = 1024 * 1024;
const readAt = promisify(read);
const ZEROS = Buffer.alloc(256 * 1024);
/** Log frames per read call. One call per frame would be slower than reading all bytes. */
const FRAMES_AT_ONCE = 256;

/**
 * Erases deleted and replaced data within seconds. SQLite overwrites deleted rows in their pages (`secure_delete`). But the write-ahead log
 * holds old pages until it is overwritten, and rearranged pages have pieces of rows between their pointers and rows. So the eraser copies
 * the log into the database and zeroes the log and those gaps. Under load it only copies the log, each time it has grown long.
 */
export class Eraser {
  readonly #database: Database;
  readonly #onSyncFailure: (error: unknown) => void;
  readonly #path: string;
  readonly #log: number;
  /** A file never changes its page size, so old files may differ from new ones. */
  readonly #pageBytes: number;
  /** Closed after the database: closing a file releases all locks of the process on it, including SQLite's. */
  readonly #file: number;
  #timer: NodeJS.Timeout | null = null;
  #isCopying = false;
  /** The log is copied at once from this many pages on. Grows after a failed copy. */
  #longPages = LOG_PAGES;
  #lastCommit = 0;
  #lastErased = 0;
  /** The log's count of its restarts. Null while it may hold data of another process. */
  #lap: number | null = null;
  /** The next page of a pass over the whole file. Null: no pass is running. */
  #nextPage: number | null = null;

  /** `onSyncFailure` runs when a sync failed. Then nothing written since can be trusted. */
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

  /** Runs after each commit. */
  #committed(): void {
    this.#shortenLog();
    this.#lastCommit = Date.now();
    if (this.#timer === null) {
      this.#lastErased = this.#lastCommit;
      this.#again(IDLE_MS);
    }
  }

  /** Stops erasing. The log must be closed before the database, its file after. */
  close(closeDatabase: () => void): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#database.onCommit = () => undefined;
    closeSync(this.#log);
    closeDatabase();
    closeSync(this.#file);
  }

  /**
   * Copies the database file, as of the last commit, to a new file. Later commits stay in the log meanwhile. `first` runs at that moment.
   * Not in a batch. One copy at a time.
   */
  async copy(target: string, first: () => void): Promise<void> {
    // Emptying the log would change the file during the other copy.
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

  /** Copies a long log into the database file, so that it restarts. */
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

  /** `emptyLog` that reports a failed sync. Extends an empty log to its full size. */
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
    // A batch is open, or a copy is reading the file.
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
   * Copies the log into the database file. Erases the log, and the gaps of the pages in it. Returns false if it could not. Throws if a sync
   * failed.
   */
  emptyLog(): boolean {
    const { lap, pages, end } = readLog(this.#log, this.#pageBytes);
    if (!this.#database.checkpoint()) return false;
    // If the log was restarted in between, its earlier content is unknown.
    const isKnown = this.#lap !== null && (lap === null || lap === this.#lap + 1);
    this.#lap = lap ?? this.#lap ?? -1;
    const { size } = fstatSync(this.#log);
    if (lap === null && isKnown) return true;
    // Zeroes and syncs the head first. SQLite would take a log with a valid start and an erased rest for older commits.
    writeSync(this.#log, ZEROS, 0, HEADER_BYTES, 0);
    fdatasyncSync(this.#log);
    if (size > LOG_BYTES) ftruncateSync(this.#log, LOG_BYTES);
    zero(this.#log, HEADER_BYTES, Math.min(isKnown ? end : size, LOG_BYTES));
    for (const page of pages) erasePage(this.#file, page, this.#pageBytes);
    if (!isKnown) this.#nextPage = 1;
    return true;
  }

  /** Erases the gaps of the next `count` pages of the pass over the file. By default of all. */
  eraseGaps(count = Infinity): void {
    const last = fstatSync(this.#file).size / this.#pageBytes;
    let page = this.#nextPage ?? last + 1;
    for (const end = Math.min(page + count, last + 1); page < end; page++) erasePage(this.#file, page, this.#pageBytes);
    this.#nextPage = page > last ? null : page;
  }
}

/** Returns the log's lap (null: it is empty), the pages in it, and where they end. */
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

/** True if the log has this many pages after a commit: frame number `count` is of the same lap as the head. */
function isLong(log: number, pageBytes: number, count: number): boolean {
  const [head, frame] = [Buffer.alloc(LAP_BYTES), Buffer.alloc(LAP_BYTES)];
  readSync(log, head, 0, LAP_BYTES, 16);
  const read = readSync(log, frame, 0, LAP_BYTES, HEADER_BYTES + (count - 1) * (FRAME_HEADER_BYTES + pageBytes) + 8);
  return read === LAP_BYTES && frame.equals(head) && head.some((byte) => byte !== 0);
}

function zero(file: number, from: number, to: number): void {
  for (let at = from; at < to; at += ZEROS.length) writeSync(file, ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}
