import type { Driver } from "./driver";
import { idOf } from "./evidence";
import type { Change } from "./readSet";

/** A document written since the log began. Holds no content: look up the current state by the id. */
export interface LoggedChange {
  ts: bigint;
  tick: number;
  table: number;
  id: string;
}

/** The log ends after this long (ms) without a reader. Convex also deletes old versions after some days. */
const UNUSED_MS = 3 * 86_400_000;
/** Milliseconds between two writes of a reader's visit. */
const VISIT_INTERVAL_MS = 3_600_000;
/** The log ends beyond this many documents, about 100 MB. */
const MAX_DOCUMENTS = 1_000_000;
/**
 * Digits of a commit time, zero-padded so that it sorts as text. SQLite returns integers as JavaScript numbers, which are too imprecise.
 */
const TIME_DIGITS = 20;

/** For streaming export: records which documents were written and when, never their contents. Runs only while an export reads it. */
export class ChangeLog {
  readonly #driver: Driver;
  /** The log is complete for commits after this one. Null: no log. */
  #since: bigint | null = null;
  #lastReadAt = 0;
  #count = 0;

  constructor(driver: Driver) {
    this.#driver = driver;
    driver.exec(`
      CREATE TABLE IF NOT EXISTS changed (tick INTEGER PRIMARY KEY, tableNumber INTEGER NOT NULL, ts TEXT NOT NULL, id TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS changedByTs ON changed (ts);
    `);
    this.reload();
  }

  /** Reloads the state after a rollback. */
  reload(): void {
    const since = this.#meta(META.since);
    this.#since = since === undefined ? null : BigInt(since);
    this.#lastReadAt = Number(this.#meta(META.lastReadAt) ?? 0);
    this.#count = since === undefined ? 0 : Number(this.#driver.prepare("SELECT count(*) FROM changed").get()![0]);
  }

  get isActive(): boolean {
    return this.#since !== null;
  }

  /** True if every write after a commit is recorded. */
  covers(ts: bigint): boolean {
    return this.#since !== null && this.#since <= ts;
  }

  /** Starts the log after a commit if there is none, and records the reader's visit. Needs an open batch. */
  recordVisit(ts: bigint): void {
    const now = Date.now();
    if (this.#since !== null && now - this.#lastReadAt < VISIT_INTERVAL_MS) return;
    this.#since ??= ts;
    this.#lastReadAt = now;
    this.#setMeta(META.since, String(this.#since));
    this.#setMeta(META.lastReadAt, String(now));
  }

  /** True if `recordVisit` would write something. */
  get isDue(): boolean {
    return this.#since === null || Date.now() - this.#lastReadAt >= VISIT_INTERVAL_MS;
  }

  /** Records a commit's writes. Needs an open batch. */
  add(ts: bigint, changes: readonly Change[]): void {
    if (Date.now() - this.#lastReadAt > UNUSED_MS || this.#count > MAX_DOCUMENTS) return this.clear();
    const put = this.#driver.prepare("INSERT OR REPLACE INTO changed VALUES (?, ?, ?, ?)");
    const createdTicks = new Set(changes.filter(({ before }) => before === null).map(({ tick }) => tick));
    for (const { table, tick, before } of changes) {
      if (table.name.startsWith("_")) continue;
      const text = createdTicks.has(tick) ? table.get.get(tick)?.[0] : before;
      // Created and deleted by the same function, so never visible.
      if (text === undefined || text === null) continue;
      put.run(tick, table.number, textOf(ts), idOf(String(text)));
      this.#count++;
    }
  }

  /** Deletes the log. Readers must start over. Needs an open batch. */
  clear(): void {
    if (this.#since === null) return;
    this.#driver.prepare("DELETE FROM changed").run();
    for (const name of Object.values(META)) this.#driver.prepare("DELETE FROM meta WHERE name = ?").run(name);
    this.#since = null;
    this.#count = 0;
  }

  /** Returns the next changes after a commit, by time: at least `count` if there are as many. The last commit is always complete. */
  after(ts: bigint, count: number): LoggedChange[] {
    const rows = this.#rows("ts > ?", textOf(ts), count);
    const last = rows.at(-1);
    if (last === undefined || rows.length < count) return rows;
    const lastCommit = this.#rows("ts = ?", textOf(last.ts), -1);
    return [...rows.filter((row) => row.ts !== last.ts), ...lastCommit];
  }

  #rows(where: string, ts: string, limit: number): LoggedChange[] {
    const select = `SELECT ts, tick, tableNumber, id FROM changed WHERE ${where} ORDER BY ts, tick LIMIT ${limit}`;
    return this.#driver
      .prepare(select)
      .all(ts)
      .map(([at, tick, table, id]) => ({
        ts: BigInt(String(at)),
        tick: Number(tick),
        table: Number(table),
        id: String(id),
      }));
  }

  #meta(name: string): string | undefined {
    const row = this.#driver.prepare("SELECT value FROM meta WHERE name = ?").get(name);
    return row === undefined ? undefined : String(row[0]);
  }

  #setMeta(name: string, value: string): void {
    this.#driver.prepare("INSERT OR REPLACE INTO meta VALUES (?, ?)").run(name, value);
  }
}

const META = { since: "changesSince", lastReadAt: "changesAsked" };

function textOf(ts: bigint): string {
  return String(ts).padStart(TIME_DIGITS, "0");
}
