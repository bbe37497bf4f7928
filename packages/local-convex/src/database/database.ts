import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { isSyncFailure, type StorageFailure } from "../storageFailure";
import { Aliases } from "./aliases";
import { Catalog } from "./catalog";
import { ChangeLog } from "./changeLog";
import { DocumentCache, type CachedDocument } from "./documentCache";
import { openDatabase, type Driver } from "./driver";
import { digestOf, type Evidence } from "./evidence";
import { IdCodec, TICKS_PER_MS, type IdParts } from "./ids";
import type { Table } from "./table";

const SECRET_BYTES = 32;
const SET_CLOCKS = "INSERT OR REPLACE INTO meta VALUES ('ts', ?), ('tick', ?)";
/** While the disk is full, one batch per this many milliseconds tries to write. */
const FULL_RETRY_MS = 500;

/** A deployment's database: one file, its tables, its two clocks, and at most one open batch of mutations. */
export class Database {
  readonly driver: Driver;
  readonly catalog: Catalog;
  readonly ids: IdCodec;
  readonly aliases: Aliases;
  readonly changeLog: ChangeLog;
  /** Created with the database. Scrambles ids, encrypts cursors, signs upload URLs. */
  readonly secret: Buffer;
  readonly documents = new DocumentCache();
  /** Runs after each commit, when no batch is open. */
  onCommit: () => void = () => undefined;
  /** Runs slow work, and tells this thread's watchdog to wait for it. */
  duringLongWork: (work: () => void) => void = (work) => work();
  #ts: bigint;
  #tick: number;
  #isBatchOpen = false;
  /** Set while writes are refused. `until`: when the next try is allowed (ms since 1970). */
  #diskFull: { failure: StorageFailure; until: number } | null = null;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    this.driver = openDatabase(file);
    this.driver.exec("CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value ANY) WITHOUT ROWID, STRICT");
    this.catalog = new Catalog(this.driver);
    this.secret = Buffer.from(
      this.meta("secret", () => randomBytes(SECRET_BYTES).toString("hex")),
      "hex",
    );
    this.ids = new IdCodec(this.secret);
    this.aliases = new Aliases(this.driver);
    this.changeLog = new ChangeLog(this.driver);
    this.#ts = BigInt(this.meta("ts", () => "0"));
    this.#tick = Number(this.meta("tick", () => "0"));
  }

  /** The newest commit's time (ns since 1970). */
  get ts(): bigint {
    return this.#ts;
  }

  /** Returns a new creation tick, larger than all before: a new document's primary key. */
  nextTick(): number {
    this.#tick = Math.max(this.#tick + 1, Date.now() * TICKS_PER_MS);
    return this.#tick;
  }

  /** Makes every later tick larger than this one. */
  advanceTick(tick: number): void {
    this.#tick = Math.max(this.#tick, tick);
  }

  /** Returns a new commit time, larger than all before. The batch stores it. */
  nextTs(): bigint {
    const now = BigInt(Date.now()) * 1_000_000n;
    this.#ts = now > this.#ts ? now : this.#ts + 1n;
    return this.#ts;
  }

  /** Moves the commit clock to at least `ts`. */
  advance(ts: bigint): void {
    if (ts <= this.#ts) return;
    this.#ts = ts;
    this.setMeta("ts", String(ts));
  }

  /** Opens the batch if there is none. All writes until `commit` share one disk sync. Throws while the disk is full. */
  begin(): void {
    if (this.#isBatchOpen) return;
    if (this.#diskFull !== null && Date.now() < this.#diskFull.until) throw this.#diskFull.failure;
    this.driver.failure = null;
    this.driver.prepare("BEGIN IMMEDIATE").run();
    this.#isBatchOpen = true;
  }

  /** Commits the batch. Returns false if there was none. Its writes survive a crash of this process, and once synced a power cut. */
  commit(): boolean {
    if (!this.#isBatchOpen) return false;
    this.driver.prepare(SET_CLOCKS).run(String(this.#ts), String(this.#tick));
    this.driver.prepare("COMMIT").run();
    this.#isBatchOpen = false;
    if (this.#diskFull !== null) this.#onDiskSpace();
    this.onCommit();
    return true;
  }

  rollback(): void {
    if (!this.#isBatchOpen) return;
    const { failure } = this.driver;
    this.#isBatchOpen = false;
    try {
      this.driver.exec("ROLLBACK");
    } catch (error) {
      // After a disk failure SQLite has often rolled back already.
      if (failure === null) throw error;
    }
    this.driver.failure = null;
    this.documents.clear();
    this.catalog.reload();
    this.changeLog.reload();
    if (failure?.isFull === true) this.#onDiskFull(failure);
  }

  get isInBatch(): boolean {
    return this.#isBatchOpen;
  }

  /** Copies the whole log into the database file, so the next commit restarts the log. Returns false if it could not. Not in a batch. */
  checkpoint(): boolean {
    try {
      const [busy, pages, copied] = this.driver.prepare("PRAGMA wal_checkpoint(RESTART)").get()!;
      return busy === 0 && pages === copied;
    } catch (error) {
      this.driver.failure = null;
      if (isSyncFailure(error)) throw error;
      return false;
    }
  }

  /** True if a read or write of the open batch failed. Then the batch is not committed. */
  get hasFailed(): boolean {
    return this.#isBatchOpen && this.driver.failure !== null;
  }

  meta(name: string, initial: () => string): string {
    const row = this.driver.prepare("SELECT value FROM meta WHERE name = ?").get(name);
    if (row !== undefined) return String(row[0]);
    const value = initial();
    this.setMeta(name, value);
    return value;
  }

  setMeta(name: string, value: string): void {
    this.driver.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(name, value);
  }

  /** Returns an id's table and tick, or null for a string that is not an id. */
  locate(id: string): IdParts | null {
    const parts = this.ids.decode(id);
    return parts === null ? null : (this.aliases.find(id) ?? parts);
  }

  /** True if an id could belong to that table. */
  isIdOf(id: string, component: string, tableName: string): boolean {
    const parts = this.locate(id);
    if (parts === null) return false;
    const table = this.catalog.byNumber(parts.tableNumber);
    return table !== undefined && table.component === component && table.name === tableName;
  }

  /** Returns the document at a tick if it has that id, otherwise null. */
  read(table: Table, tick: number, id: string): CachedDocument | null {
    const document = this.document(table, tick);
    return document !== null && hasId(document.text, id) ? document : null;
  }

  /** Returns the document at a tick, or null. Ticks are never reused, so the cache needs no table. */
  document(table: Table, tick: number): CachedDocument | null {
    const cached = this.documents.get(tick);
    if (cached !== undefined) return cached;
    const row = table.get.get(tick);
    return row === undefined ? null : this.documents.add(tick, row[0] as string);
  }

  /** True while all documents that a result wrote exist, and those that it only read are unchanged. */
  isUnchanged({ written, read, digest }: Evidence): boolean {
    // Records of an older version have no digest.
    if (digest === undefined) return false;
    return (
      written.every((id) => this.#textOf(id) !== null) && digestOf(read.map((id) => this.#textOf(id) ?? "")) === digest
    );
  }

  close(): void {
    this.commit();
    this.driver.close();
  }

  #onDiskFull(failure: StorageFailure): void {
    if (this.#diskFull === null) {
      log(`The disk of ${dirname(this.#file)} is full: nothing is saved until there is space. Reads continue.`);
    }
    this.#diskFull = { failure, until: Date.now() + FULL_RETRY_MS };
  }

  #onDiskSpace(): void {
    this.#diskFull = null;
    log(`The disk of ${dirname(this.#file)} has space again. Writes are accepted.`);
  }

  #textOf(id: string): string | null {
    const parts = this.locate(id);
    const table = parts === null ? undefined : this.catalog.byNumber(parts.tableNumber);
    return table === undefined ? null : (this.read(table, parts!.tick, id)?.text ?? null);
  }
}

/** Returns a document's text, system fields first, as they sort. */
export function documentText(tick: number, id: string, fields: string): string {
  const head = `{"_creationTime":${tick / TICKS_PER_MS},"_id":"${id}"`;
  return fields === "{}" ? `${head}}` : `${head},${fields.slice(1)}`;
}

/** Compares the whole id: its random half is stored only in the document, so a guessed id finds nothing. */
function hasId(document: string, id: string): boolean {
  return document.startsWith(id, document.indexOf('"_id":"') + 7);
}

/** Does not use the console: a commit may run in a function's context, whose log would get the line. */
function log(line: string): void {
  process.stderr.write(`${line}\n`);
}
