import type { IdempotencyKey } from "../contract/core";
import type { Database } from "../database/database";

/** The result of a mutation, as it is recorded. */
export interface IdempotencyRecord {
  ts: bigint;
  value: string;
  logLines: string[];
}

const HOUR_MS = 3_600_000;
/** Results hold what people were told, so they are deleted as soon as no client can still resend the call. */
const RETENTION_MS = 24 * HOUR_MS;
const SESSIONS_REMEMBERED = 10_000;

/** Results of mutations by the key of their call: a call that is sent again gets the recorded result and does not run. */
export class IdempotencyRecords {
  readonly #database: Database;
  /** The highest request id of recent sessions: a higher one is new, without a query. */
  readonly #highest = new Map<string, number>();
  #sweptAt = 0;

  constructor(database: Database) {
    this.#database = database;
    // Rows are appended, and an index of small keys finds them: a commit changes two pages. Rows in the order of their
    // sessions, which are random, would change four, because pages in the middle have to be split.
    database.driver.exec(`
      CREATE TABLE IF NOT EXISTS idempotencyRecords
        (session TEXT, request INTEGER, callerHash TEXT, ts TEXT, value TEXT, logLines TEXT, at REAL);
      CREATE UNIQUE INDEX IF NOT EXISTS idempotencyRecordsBySession ON idempotencyRecords (session, request);
    `);
    this.#deleteOld();
  }

  /** The recorded result of a call, or null. Throws if the key belongs to another caller: then the call may not run either. */
  find({ sessionId, requestId, callerHash }: IdempotencyKey): IdempotencyRecord | null {
    if (requestId > this.#highestOf(sessionId)) return null;
    const row = this.#database.driver
      .prepare("SELECT callerHash, ts, value, logLines FROM idempotencyRecords WHERE session = ? AND request = ?")
      .get(sessionId, requestId);
    if (row === undefined) return null;
    if (row[0] !== callerHash) throw new Error("This mutation was sent before by somebody else.");
    return { ts: BigInt(String(row[1])), value: String(row[2]), logLines: JSON.parse(String(row[3])) as string[] };
  }

  /** Records a result, in the transaction of its mutation. */
  record({ sessionId, requestId, callerHash }: IdempotencyKey, { ts, value, logLines }: IdempotencyRecord): void {
    this.#database.driver
      .prepare("INSERT INTO idempotencyRecords VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(sessionId, requestId, callerHash, String(ts), value, JSON.stringify(logLines), Date.now());
    this.#highest.set(sessionId, Math.max(requestId, this.#highest.get(sessionId) ?? -1));
    if (Date.now() - this.#sweptAt > HOUR_MS) this.#deleteOld();
  }

  #deleteOld(): void {
    this.#sweptAt = Date.now();
    this.#database.driver.prepare("DELETE FROM idempotencyRecords WHERE at < ?").run(this.#sweptAt - RETENTION_MS);
  }

  #highestOf(session: string): number {
    let highest = this.#highest.get(session);
    if (highest !== undefined) return highest;
    const row = this.#database.driver
      .prepare("SELECT max(request) FROM idempotencyRecords WHERE session = ?")
      .get(session);
    highest = Number(row?.[0] ?? -1);
    if (this.#highest.size >= SESSIONS_REMEMBERED) this.#highest.clear();
    this.#highest.set(session, highest);
    return highest;
  }
}
