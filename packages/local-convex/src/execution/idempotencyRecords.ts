import { createCipheriv, createDecipheriv, createHash } from "node:crypto";
import type { IdempotencyKey } from "../contract/core";
import type { Database } from "../database/database";
import type { Evidence } from "../database/evidence";
import { storageFailureOf } from "../storageFailure";

/** A recorded result of a mutation. */
export interface IdempotencyRecord {
  ts: bigint;
  value: string;
  logLines: string[];
}

const HOUR_MS = 3_600_000;
/** Milliseconds. A client that was offline for longer runs its mutation again. */
const RETENTION_MS = 24 * HOUR_MS;
const MAX_SESSIONS = 10_000;
const CIPHER = "aes-256-gcm";
const TAG_BYTES = 16;

/** Matches a result that may be private: one with a string, or a number long enough to be a phone number. */
const POSSIBLY_PRIVATE = /"(?:[,\]}]|$)|\d{6}/;

/**
 * Results of mutations, by the key of their call. A repeated call gets the recorded result and does not run.
 *
 * A result may contain private data. So it is encrypted with the id of the client's session, which is on disk only as a hash. It is
 * returned only while the documents behind it are unchanged. After that a repeated call only learns that it ran.
 */
export class IdempotencyRecords {
  readonly #database: Database;
  readonly #sessions = new Map<string, Session>();
  #sweptAt = 0;

  constructor(database: Database) {
    this.#database = database;
    // Rows are appended and found by an index of small keys, so a commit changes two pages. A primary key of random session ids would split
    // pages and change four.
    database.driver.exec(`
      DROP TABLE IF EXISTS idempotencyRecords;
      CREATE TABLE IF NOT EXISTS recordedResults
        (session TEXT, request INTEGER, callerHash TEXT, ts TEXT, plain TEXT, sealed BLOB, evidence TEXT, at REAL);
      CREATE UNIQUE INDEX IF NOT EXISTS recordedResultsBySession ON recordedResults (session, request);
    `);
    try {
      this.#deleteExpired();
    } catch (error) {
      // Old records then expire an hour later. A full disk must not stop reads.
      if (storageFailureOf(error) === null) throw error;
    }
  }

  /**
   * Returns a call's recorded result, or null. Throws if the key belongs to another caller, or if the call ran but its result is out of
   * date.
   */
  find({ sessionId, requestId, callerHash }: IdempotencyKey): IdempotencyRecord | null {
    const session = this.#session(sessionId);
    if (requestId > session.highest) return null;
    const row = this.#database.driver
      .prepare("SELECT callerHash, ts, plain, sealed, evidence FROM recordedResults WHERE session = ? AND request = ?")
      .get(session.hash, requestId);
    if (row === undefined) return null;
    const [hash, time, plain, sealed, evidence] = row;
    if (hash !== callerHash) throw new Error("Another caller has already sent this mutation.");
    const ts = BigInt(String(time));
    if (plain !== null) return { ts, value: String(plain), logLines: [] };
    if (!this.#database.isUnchanged(JSON.parse(String(evidence)) as Evidence)) {
      throw new Error("This mutation ran when it was first sent. Its result is out of date.");
    }
    const [value, logLines] = JSON.parse(session.open(sealed as Uint8Array, ts, requestId)) as [string, string[]];
    return { ts, value, logLines };
  }

  /** Records a result in its mutation's transaction. `evidence` is called only if the result may be private. */
  record(key: IdempotencyKey, { ts, value, logLines }: IdempotencyRecord, evidence: () => Evidence): void {
    const { requestId } = key;
    const session = this.#session(key.sessionId);
    const mayBePrivate = logLines.length > 0 || POSSIBLY_PRIVATE.test(value);
    const storedResult = mayBePrivate
      ? [null, session.seal(JSON.stringify([value, logLines]), ts, requestId), JSON.stringify(evidence())]
      : [value, null, null];
    this.#database.driver
      .prepare("INSERT INTO recordedResults VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(session.hash, requestId, key.callerHash, String(ts), ...storedResult, Date.now());
    session.highest = Math.max(requestId, session.highest);
    if (Date.now() - this.#sweptAt > HOUR_MS) this.#deleteExpired();
  }

  #deleteExpired(): void {
    this.#sweptAt = Date.now();
    this.#database.driver.prepare("DELETE FROM recordedResults WHERE at < ?").run(this.#sweptAt - RETENTION_MS);
  }

  #session(id: string): Session {
    let session = this.#sessions.get(id);
    if (session !== undefined) return session;
    session = new Session(id);
    const row = this.#database.driver
      .prepare("SELECT max(request) FROM recordedResults WHERE session = ?")
      .get(session.hash);
    session.highest = Number(row?.[0] ?? -1);
    if (this.#sessions.size >= MAX_SESSIONS) this.#sessions.clear();
    this.#sessions.set(id, session);
    return session;
  }
}

/** A client's session: its hash on disk, and its encryption key, which is in no file. */
class Session {
  readonly hash: string;
  /** The highest request id so far. A higher one is new, without a look-up. */
  highest = -1;
  readonly #key: Buffer;

  constructor(id: string) {
    this.hash = createHash("sha256").update(`session ${id}`).digest("base64url").slice(0, 22);
    this.#key = createHash("sha256").update(`result ${id}`).digest();
  }

  seal(text: string, ts: bigint, requestId: number): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, nonceOf(ts, requestId));
    return Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Uint8Array, ts: bigint, requestId: number): string {
    const decipher = createDecipheriv(CIPHER, this.#key, nonceOf(ts, requestId));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]).toString("utf8");
  }
}

/** Unique for each result of a session, because no two commits have the same time. */
function nonceOf(ts: bigint, requestId: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64LE(ts);
  nonce.writeUInt32LE(requestId >>> 0, 8);
  return nonce;
}
