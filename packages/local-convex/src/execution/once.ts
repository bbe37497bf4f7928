import type { Database } from "../database/database";

/** What a mutation answered, as it is kept. */
export interface Kept {
  ts: bigint;
  value: string;
  logLines: string[];
}

interface Key {
  sessionId: string;
  requestId: number;
  /** Who asks: nobody else is told what was answered. */
  who: string;
}

const HOUR_MS = 3_600_000;
/** Answers hold what people were told; longer than a phone is out of reach they need not be kept. */
const KEPT_MS = 24 * HOUR_MS;
const SESSIONS_REMEMBERED = 10_000;

/** Answers of mutations by who asked for them: one sent again is answered again, not run again. */
export class Once {
  readonly #database: Database;
  /** The highest request of sessions seen lately: what is above it is new without a look. */
  readonly #highest = new Map<string, number>();
  #sweptAt = 0;

  constructor(database: Database) {
    this.#database = database;
    // One row behind the other, and sessions in an index of small keys: a commit changes two pages, not the four that rows
    // in the order of sessions, which is none, take to make room for each other.
    database.driver.exec(`
      DROP TABLE IF EXISTS answered;
      DROP TABLE IF EXISTS answers;
      CREATE TABLE IF NOT EXISTS given (session TEXT, request INTEGER, who TEXT, ts TEXT, value TEXT, logLines TEXT, at REAL);
      CREATE UNIQUE INDEX IF NOT EXISTS givenBySession ON given (session, request);
    `);
    this.#forgetOld();
  }

  /** Throws where somebody else got the answer: it must neither be told again nor run again. */
  find({ sessionId, requestId, who }: Key): Kept | null {
    if (requestId > this.#highestOf(sessionId)) return null;
    const row = this.#database.driver
      .prepare("SELECT who, ts, value, logLines FROM given WHERE session = ? AND request = ?")
      .get(sessionId, requestId);
    if (row === undefined) return null;
    if (row[0] !== who) throw new Error("This mutation was sent before by somebody else.");
    return { ts: BigInt(String(row[1])), value: String(row[2]), logLines: JSON.parse(String(row[3])) as string[] };
  }

  /** In the mutation's own transaction. */
  record({ sessionId, requestId, who }: Key, { ts, value, logLines }: Kept): void {
    this.#database.driver
      .prepare("INSERT INTO given VALUES (?, ?, ?, ?, ?, ?, ?)")
      .run(sessionId, requestId, who, String(ts), value, JSON.stringify(logLines), Date.now());
    this.#highest.set(sessionId, Math.max(requestId, this.#highest.get(sessionId) ?? -1));
    if (Date.now() - this.#sweptAt > HOUR_MS) this.#forgetOld();
  }

  #forgetOld(): void {
    this.#sweptAt = Date.now();
    this.#database.driver.prepare("DELETE FROM given WHERE at < ?").run(this.#sweptAt - KEPT_MS);
  }

  #highestOf(session: string): number {
    let highest = this.#highest.get(session);
    if (highest !== undefined) return highest;
    const row = this.#database.driver.prepare("SELECT max(request) FROM given WHERE session = ?").get(session);
    highest = Number(row?.[0] ?? -1);
    if (this.#highest.size >= SESSIONS_REMEMBERED) this.#highest.clear();
    this.#highest.set(session, highest);
    return highest;
  }
}
