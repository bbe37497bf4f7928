import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";

/** Where a page ends: after a key, or after everything. */
export type Position = { key: Buffer } | { end: true };

const NONCE = 12;
const TAG = 16;

/**
 * Makes encrypted cursors that are valid for one query only. The same position of the same query gives the same cursor, so
 * that an unchanged page is an unchanged result.
 */
export class Cursors {
  readonly #key: Buffer;

  constructor(secret: Buffer) {
    this.#key = createHash("sha256").update("cursors").update(secret).digest();
  }

  seal(position: Position, query: string): string {
    const plain = "end" in position ? Buffer.from([0]) : Buffer.concat([Buffer.from([1]), position.key]);
    const nonce = createHmac("sha256", this.#key).update(query).update(plain).digest().subarray(0, NONCE);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(query));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
  }

  /** The position of a cursor; null if it was not made here for this query. */
  open(cursor: string, query: string): Position | null {
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length <= NONCE + TAG) return null;
    const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, NONCE)).setAAD(Buffer.from(query));
    decipher.setAuthTag(bytes.subarray(-TAG));
    try {
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]);
      return plain[0] === 0 ? { end: true } : { key: plain.subarray(1) };
    } catch {
      return null;
    }
  }
}
