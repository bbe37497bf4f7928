import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";

/** Where a page ends: after a key, or at the end of the query. */
export type Position = { key: Buffer } | { end: true };

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts cursors. A cursor is valid for one query only. Equal positions give equal cursors, so an unchanged page is an unchanged result.
 */
export class Cursors {
  readonly #key: Buffer;

  constructor(secret: Buffer) {
    this.#key = createHash("sha256").update("cursors").update(secret).digest();
  }

  seal(position: Position, query: string): string {
    const plain = "end" in position ? Buffer.from([0]) : Buffer.concat([Buffer.from([1]), position.key]);
    const nonce = createHmac("sha256", this.#key).update(query).update(plain).digest().subarray(0, NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(query));
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString("base64url");
  }

  /** Returns a cursor's position, or null if it was not made here for this query. */
  open(cursor: string, query: string): Position | null {
    const bytes = Buffer.from(cursor, "base64url");
    if (bytes.length <= NONCE_BYTES + TAG_BYTES) return null;
    const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, NONCE_BYTES)).setAAD(
      Buffer.from(query),
    );
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      return plain[0] === 0 ? { end: true } : { key: plain.subarray(1) };
    } catch {
      return null;
    }
  }
}
