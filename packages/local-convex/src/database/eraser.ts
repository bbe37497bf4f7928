import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, read, readSync, writeSync } from "node:fs";
import { open } from "node:fs/promises";
import { promisify } from "node:util";
import { StorageFailure, storageFailureOf } from "../storageFailure";
import type { Database } from "./database";
import { LOG_BYTES, LOG_PAGES } from "./driver";
import { erasePage } from "./erasePage";
import { preallocate } from "./preallocate";

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
/** Two random numbers, different after each restart of the log. */
const SALT_BYTES = 8;
// From SQLite's file format: marks a file without a log, as after a close.
const MODE_OFFSET = 18;
const CLOSED_MODE = Buffer.from([1, 1]);
const COPY_BYTES = 1024 * 1024;
const readAt = promisify(read);
const ZEROS = Buffer.alloc(256 * 1024);
/** Log frames per read call. One call per frame would be slower than reading all bytes. */
const FRAMES_PER_READ = 256;

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
  #checkpointPages = LOG_PAGES;
  #lastCommit = 0;
  #lastErased = 0;
  /** The log's count of its restarts. Null while it may hold data of another process. */
  #sequence: number | null = null;
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
    this.#checkpointLongLog();
    this.#lastCommit = Date.now();
    if (this.#timer === null) {
      this.#lastErased = this.#lastCommit;
      this.#schedule(IDLE_MS);
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
   * Copies the database file, as of the last commit, to a new file. Later commits stay in the log until the copy is done. `onSnapshot` runs
   * at that moment. Not in a batch. One copy at a time.
   */
  async copy(target: string, onSnapshot: () => void): Promise<void> {
    // Emptying the log would change the file during the other copy.
    if (this.#isCopying) throw new Error("A copy of the database is already in progress.");
    if (!this.#tryEmptyLog()) throw new StorageFailure(true, null);
    this.#isCopying = true;
    try {
      const { size } = fstatSync(this.#file);
      onSnapshot();
      const copy = await open(target, "wx", 0o600);
      try {
        const chunk = Buffer.alloc(COPY_BYTES);
        for (let at = 0; at < size;) {
          const { bytesRead } = await readAt(this.#file, chunk, 0, Math.min(COPY_BYTES, size - at), at);
          // The disk may take only a part, as when it is nearly full. The rest is read again.
          at += (await copy.write(chunk, 0, bytesRead, at)).bytesWritten;
        }
        await copy.write(CLOSED_MODE, 0, CLOSED_MODE.length, MODE_OFFSET);
        await copy.sync();
      } finally {
        await copy.close();
      }
    } finally {
      this.#isCopying = false;
    }
  }

  /** Copies a long log into the database file, so that it restarts. */
  #checkpointLongLog(): void {
    if (this.#isCopying || !hasFrame(this.#log, this.#pageBytes, this.#checkpointPages)) return;
    try {
      this.#checkpointPages = this.#database.checkpoint() ? LOG_PAGES : this.#checkpointPages + LOG_PAGES;
    } catch (error) {
      this.#onSyncFailure(error);
    }
  }

  #schedule(ms: number): void {
    this.#timer = setTimeout(() => this.#run(), ms).unref();
  }

  /** `emptyLog` that reports a failed sync. Extends an empty log to its full size. */
  #tryEmptyLog(): boolean {
    try {
      const isEmpty = this.emptyLog();
      if (isEmpty) preallocate(this.#log, this.#path, LOG_BYTES);
      return isEmpty;
    } catch (error) {
      // Some file systems need space even for overwriting.
      if (storageFailureOf(error)?.isFull === true) return false;
      this.#onSyncFailure(error);
      throw error;
    }
  }

  #run(): void {
    this.#timer = null;
    const now = Date.now();
    const idleMs = now - this.#lastCommit;
    if (idleMs < IDLE_MS && now - this.#lastErased < BUSY_MS) return this.#schedule(IDLE_MS - idleMs);
    // A batch is open, or a copy is reading the file.
    if (this.#database.isInBatch || this.#isCopying) return this.#schedule(SLICE_MS);
    try {
      if (!this.#tryEmptyLog()) return this.#schedule(RETRY_MS);
    } catch {
      return;
    }
    this.#lastErased = Date.now();
    this.eraseGaps(SLICE_PAGES);
    if (this.#nextPage !== null) this.#schedule(SLICE_MS);
  }

  /**
   * Copies the log into the database file. Erases the log, and the gaps of the pages in it. Returns false if it could not. Throws if a sync
   * failed.
   */
  emptyLog(): boolean {
    const { sequence, pages, end } = readLog(this.#log, this.#pageBytes);
    if (!this.#database.checkpoint()) return false;
    // If the log was restarted in between, its earlier content is unknown.
    const isKnown = this.#sequence !== null && (sequence === null || sequence === this.#sequence + 1);
    this.#sequence = sequence ?? this.#sequence ?? -1;
    const { size } = fstatSync(this.#log);
    if (sequence === null && isKnown) return true;
    // Zeroes and syncs the head first. SQLite would take a log with a valid start and an erased rest for older commits.
    writeSync(this.#log, ZEROS, 0, HEADER_BYTES, 0);
    fdatasyncSync(this.#log);
    if (size > LOG_BYTES) ftruncateSync(this.#log, LOG_BYTES);
    zero(this.#log, HEADER_BYTES, Math.min(isKnown ? end : size, LOG_BYTES));
    for (const page of pages) erasePage(this.#file, page, this.#pageBytes);
    if (!isKnown) this.#nextPage = 1;
    return true;
  }

  /** Erases the gaps of the next `count` pages of the pass over the file, by default of all that remain. */
  eraseGaps(count = Infinity): void {
    const lastPage = fstatSync(this.#file).size / this.#pageBytes;
    let page = this.#nextPage ?? lastPage + 1;
    for (const end = Math.min(page + count, lastPage + 1); page < end; page++)
      erasePage(this.#file, page, this.#pageBytes);
    this.#nextPage = page > lastPage ? null : page;
  }
}

/** Returns the log's checkpoint sequence number (null: it is empty), the pages in it, and where they end. */
function readLog(log: number, pageBytes: number): { sequence: number | null; pages: Set<number>; end: number } {
  const pages = new Set<number>();
  const header = Buffer.alloc(HEADER_BYTES);
  readSync(log, header, 0, HEADER_BYTES, 0);
  if (header.every((byte) => byte === 0)) return { sequence: null, pages, end: HEADER_BYTES };
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  const frames = Buffer.alloc(FRAMES_PER_READ * frameBytes);
  let end = HEADER_BYTES;
  for (let isCurrent = true; isCurrent;) {
    const read = readSync(log, frames, 0, frames.length, end);
    let at = 0;
    // A frame is current if it has the salt of the header.
    for (; at + frameBytes <= read; at += frameBytes) {
      if (frames.compare(header, 16, 24, at + 8, at + 16) !== 0) break;
      pages.add(frames.readUInt32BE(at));
    }
    end += at;
    isCurrent = at === frames.length;
  }
  return { sequence: header.readUInt32BE(12), pages, end };
}

/** True if the log has this many frames: the last of them has the salt of the header. */
function hasFrame(log: number, pageBytes: number, frameNumber: number): boolean {
  const [salt, frameSalt] = [Buffer.alloc(SALT_BYTES), Buffer.alloc(SALT_BYTES)];
  readSync(log, salt, 0, SALT_BYTES, 16);
  const read = readSync(
    log,
    frameSalt,
    0,
    SALT_BYTES,
    HEADER_BYTES + (frameNumber - 1) * (FRAME_HEADER_BYTES + pageBytes) + 8,
  );
  return read === SALT_BYTES && frameSalt.equals(salt) && salt.some((byte) => byte !== 0);
}

function zero(file: number, from: number, to: number): void {
  for (let at = from; at < to; at += ZEROS.length) writeSync(file, ZEROS, 0, Math.min(ZEROS.length, to - at), at);
}
