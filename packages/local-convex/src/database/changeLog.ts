import type { Driver } from "./driver";
import { idOf } from "./evidence";
import type { Change } from "./readSet";

/** A document that was written since a log began. Look up its current state by the id. */
export interface LoggedChange {
  ts: bigint;
  tick: number;
  table: number;
  id: string;
}

/** A log ends when no reader asks for it, as Convex keeps old versions for some days. */
const UNUSED_MS = 3 * 86_400_000;
/** How often a reader's visit is written to disk. */
const NOTED_MS = 3_600_000;
/** Documents in the log before it ends: some 100 MB. */
const LONGEST = 1_000_000;
/** A commit time as text of one length, so that it sorts: SQLite's numbers are read as JavaScript's, which are too short. */
const DIGITS = 20;

/**
 * Records which documents were written and when, for streaming export: ids and times, never contents. Kept only while an export asks for
 * it.
 */
export class ChangeLog {
  readonly #driver: Driver;
  /** The log is whole for later commits; null if it is not kept. */
  #since: bigint | null = null;
  #asked = 0;
  #count = 0;

  constructor(driver: Driver) {
    this.#driver = driver;
    driver.exec(`
      CREATE TABLE IF NOT EXISTS changed (tick INTEGER PRIMARY KEY, tableNumber INTEGER NOT NULL, ts TEXT NOT NULL, id TEXT NOT NULL);
      CREATE INDEX IF NOT EXISTS changedByTs ON changed (ts);
    `);
    this.reload();
  }

  /** Reads again whether it is kept, after a batch was undone. */
  reload(): void {
    const since = this.#meta(META.since);
    this.#since = since === undefined ? null : BigInt(since);
    this.#asked = Number(this.#meta(META.asked) ?? 0);
    this.#count = since === undefined ? 0 : Number(this.#driver.prepare("SELECT count(*) FROM changed").get()![0]);
  }

  get isKept(): boolean {
    return this.#since !== null;
  }

  /** True if every write after a commit is recorded. */
  reaches(ts: bigint): boolean {
    return this.#since !== null && this.#since <= ts;
  }

  /** Begins the log after a commit, if there is none, and records the reader's visit. In the open batch. */
  ask(ts: bigint): void {
    const now = Date.now();
    if (this.#since !== null && now - this.#asked < NOTED_MS) return;
    this.#since ??= ts;
    this.#asked = now;
    this.#setMeta(META.since, String(this.#since));
    this.#setMeta(META.asked, String(now));
  }

  /** True if a read would write something. */
  get isDue(): boolean {
    return this.#since === null || Date.now() - this.#asked >= NOTED_MS;
  }

  /** Records a commit's writes, in the open batch. */
  add(ts: bigint, changes: readonly Change[]): void {
    if (Date.now() - this.#asked > UNUSED_MS || this.#count > LONGEST) return this.end();
    const put = this.#driver.prepare("INSERT OR REPLACE INTO changed VALUES (?, ?, ?, ?)");
    const made = new Set(changes.filter(({ before }) => before === null).map(({ tick }) => tick));
    for (const { table, tick, before } of changes) {
      if (table.name.startsWith("_")) continue;
      const text = made.has(tick) ? table.get.get(tick)?.[0] : before;
      // Made and removed by the same function, so never visible.
      if (text === undefined || text === null) continue;
      put.run(tick, table.number, textOf(ts), idOf(String(text)));
      this.#count++;
    }
  }

  /** Ends the log: who reads it has to begin anew. In the open batch. */
  end(): void {
    if (this.#since === null) return;
    this.#driver.prepare("DELETE FROM changed").run();
    for (const name of Object.values(META)) this.#driver.prepare("DELETE FROM meta WHERE name = ?").run(name);
    this.#since = null;
    this.#count = 0;
  }

  /** The next changes after a commit, by time: at least `count` if there are, and all of the last commit. */
  after(ts: bigint, count: number): LoggedChange[] {
    const rows = this.#rows("ts > ?", textOf(ts), count);
    const last = rows.at(-1);
    if (last === undefined || rows.length < count) return rows;
    const whole = this.#rows("ts = ?", textOf(last.ts), -1);
    return [...rows.filter((row) => row.ts !== last.ts), ...whole];
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

const META = { since: "changesSince", asked: "changesAsked" };

function textOf(ts: bigint): string {
  return String(ts).padStart(DIGITS, "0");
}
