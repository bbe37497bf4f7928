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
/** While the disk is full, one batch in this time finds out whether it still is. */
const FULL_MS = 500;

/** One deployment's database: a file, its tables, its two clocks, and at most one open batch of mutations. */
export class Database {
  readonly driver: Driver;
  readonly catalog: Catalog;
  readonly ids: IdCodec;
  readonly aliases: Aliases;
  readonly changeLog: ChangeLog;
  /** Made with the database; scrambles ids, seals cursors, signs upload addresses. */
  readonly secret: Buffer;
  readonly documents = new DocumentCache();
  /** Called after each commit, when no batch is open. */
  onCommit: () => void = () => undefined;
  /** Runs work that may take long, and tells the watchdog of this thread to wait for it. */
  duringLongWork: (work: () => void) => void = (work) => work();
  #ts: bigint;
  #tick: number;
  #begun = false;
  /** Since when writes are refused, and until when without a try. */
  #full: { failure: StorageFailure; until: number } | null = null;
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

  /** Newest commit. */
  get ts(): bigint {
    return this.#ts;
  }

  /** A new creation tick: the primary key of a new document, larger than all before. */
  nextTick(): number {
    this.#tick = Math.max(this.#tick + 1, Date.now() * TICKS_PER_MS);
    return this.#tick;
  }

  /** Makes every later tick larger than this one. */
  passTick(tick: number): void {
    this.#tick = Math.max(this.#tick, tick);
  }

  /** A commit time, larger than all before. On disk with the batch. */
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

  /** Opens the batch if there is none. Everything written until `commit` shares one sync of the disk. Throws while the disk is full. */
  begin(): void {
    if (this.#begun) return;
    if (this.#full !== null && Date.now() < this.#full.until) throw this.#full.failure;
    this.driver.failure = null;
    this.driver.prepare("BEGIN IMMEDIATE").run();
    this.#begun = true;
  }

  /** Ends the batch. Returns whether there was one. Its writes survive this process, and a power cut once synced. */
  commit(): boolean {
    if (!this.#begun) return false;
    this.driver.prepare(SET_CLOCKS).run(String(this.#ts), String(this.#tick));
    this.driver.prepare("COMMIT").run();
    this.#begun = false;
    if (this.#full !== null) this.#hasSpace();
    this.onCommit();
    return true;
  }

  rollback(): void {
    if (!this.#begun) return;
    const { failure } = this.driver;
    this.#begun = false;
    try {
      this.driver.exec("ROLLBACK");
    } catch (error) {
      // After a failure of the disk there is often nothing left to undo.
      if (failure === null) throw error;
    }
    this.driver.failure = null;
    this.documents.clear();
    this.catalog.reload();
    this.changeLog.reload();
    if (failure?.isFull === true) this.#isFull(failure);
  }

  get isInBatch(): boolean {
    return this.#begun;
  }

  /** Copies all of the log into the database file, so that the next commit begins at its start; false if it could not. Not in a batch. */
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

  /** True if a read or write has failed since the batch began: then none of it is committed. */
  get hasFailed(): boolean {
    return this.#begun && this.driver.failure !== null;
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

  /** Returns the table of an id and the place of its document. Null for a text that is no id. */
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

  /** A document by id, null if there is none. */
  read(table: Table, tick: number, id: string): CachedDocument | null {
    const document = this.document(table, tick);
    return document !== null && hasId(document.text, id) ? document : null;
  }

  /** A document by its key. Ticks are never used twice, so the cache needs no table. */
  document(table: Table, tick: number): CachedDocument | null {
    const cached = this.documents.get(tick);
    if (cached !== undefined) return cached;
    const row = table.get.get(tick);
    return row === undefined ? null : this.documents.add(tick, row[0] as string);
  }

  /** True while all documents of a result exist, and the ones that were only read are unchanged. */
  isUnchanged({ written, read, digest }: Evidence): boolean {
    // Records of an older version cannot be compared.
    if (digest === undefined) return false;
    return (
      written.every((id) => this.#textOf(id) !== null) && digestOf(read.map((id) => this.#textOf(id) ?? "")) === digest
    );
  }

  close(): void {
    this.commit();
    this.driver.close();
  }

  #isFull(failure: StorageFailure): void {
    if (this.#full === null) {
      log(`The disk of ${dirname(this.#file)} is full: nothing is saved until there is space. Reads go on.`);
    }
    this.#full = { failure, until: Date.now() + FULL_MS };
  }

  #hasSpace(): void {
    this.#full = null;
    log(`The disk of ${dirname(this.#file)} has space again: everything is saved as before.`);
  }

  #textOf(id: string): string | null {
    const parts = this.locate(id);
    const table = parts === null ? undefined : this.catalog.byNumber(parts.tableNumber);
    return table === undefined ? null : (this.read(table, parts!.tick, id)?.text ?? null);
  }
}

/** A new document's text: system fields first, as they sort. */
export function documentText(tick: number, id: string, fields: string): string {
  const head = `{"_creationTime":${tick / TICKS_PER_MS},"_id":"${id}"`;
  return fields === "{}" ? `${head}}` : `${head},${fields.slice(1)}`;
}

/** The random half of an id is only in the document: a guessed one finds nothing. */
function hasId(document: string, id: string): boolean {
  return document.startsWith(id, document.indexOf('"_id":"') + 7);
}

/** Not by the console: a commit may be in the context of a function, whose log that would be. */
function log(line: string): void {
  process.stderr.write(`${line}\n`);
}
