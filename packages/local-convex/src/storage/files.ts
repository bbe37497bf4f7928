import { createHash, createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Database } from "../database/database";
import type { Transaction } from "../database/transaction";
import type { JsonObject } from "../database/values";
import type { StoredFile, UploadedFile } from "../contract/core";
import { storageFailureOf } from "../storageFailure";
import { linkOrCopy } from "./linkAll";

/** A file on disk that no document refers to yet. */
export interface WrittenFile {
  uuid: string;
  size: number;
  contentType: string | null;
  /** Base64. */
  sha256: string;
}

const TABLE = "_storage";
const TOKEN_LIFETIME_MS = 3_600_000;

/**
 * Stored files: bytes on disk under a secret name, and one `_storage` document each. Bytes are written before the document's commit, and
 * deleted after the commit of its deletion.
 */
export class Files {
  readonly #database: Database;
  readonly #dir: string;
  readonly #cloudUrl: string;

  constructor(database: Database, dir: string, cloudUrl: string) {
    this.#database = database;
    this.#dir = join(dir, "files");
    this.#cloudUrl = cloudUrl;
    mkdirSync(join(this.#dir, "tmp"), { recursive: true });
    database.driver.exec(`
      CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, component TEXT NOT NULL, uuid TEXT NOT NULL UNIQUE) WITHOUT ROWID;
    `);
    this.#sweep();
  }

  write(bytes: Buffer, contentType: string | null, expected: string | undefined): WrittenFile {
    const sha256 = checkedDigest(bytes, expected);
    const uuid = randomUUID();
    const temporary = join(this.#dir, "tmp", uuid);
    try {
      // `writeFileSync` writes everything. A single `write` may write only a part, as on a nearly full disk.
      writeFileSync(temporary, bytes, { flag: "wx", mode: 0o600, flush: true });
      renameSync(temporary, this.#path(uuid));
    } catch (error) {
      rmSync(temporary, { force: true });
      throw storageFailureOf(error) ?? error;
    }
    return { uuid, size: bytes.length, contentType, sha256 };
  }

  /** Moves a complete file to its place. Reuses the name that it had before, if that is free. */
  adopt({ temporaryPath, size, sha256, contentType }: UploadedFile, previousName?: unknown): WrittenFile {
    const uuid = this.#isFree(previousName, sha256) ? previousName : randomUUID();
    const descriptor = openSync(temporaryPath, "r+");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporaryPath, this.#path(uuid));
    return { uuid, size, sha256, contentType };
  }

  insert(transaction: Transaction, component: string, file: WrittenFile): string {
    const { uuid, size, sha256, contentType } = file;
    const document: JsonObject = contentType === null ? { sha256, size } : { contentType, sha256, size };
    const id = transaction.insert(component, TABLE, document);
    this.#database.driver.prepare("INSERT INTO files VALUES (?, ?, ?)").run(id, component, uuid);
    return id;
  }

  url(transaction: Transaction, component: string, id: string): string | null {
    const uuid = this.#uuid(transaction, component, id);
    return uuid === null ? null : `${this.#cloudUrl}/api/storage/${uuid}`;
  }

  metadata(transaction: Transaction, component: string, id: string): JsonObject | null {
    const text = this.#document(transaction, component, id);
    if (text === null) return null;
    const { sha256, size, contentType } = JSON.parse(text) as JsonObject;
    return { storageId: id, sha256: sha256!, size: size!, contentType: contentType ?? null };
  }

  read(transaction: Transaction, component: string, id: string): { bytes: Buffer; contentType: string | null } | null {
    const uuid = this.#uuid(transaction, component, id);
    if (uuid === null) return null;
    const contentType = this.metadata(transaction, component, id)?.["contentType"];
    return { bytes: readFileSync(this.#path(uuid)), contentType: typeof contentType === "string" ? contentType : null };
  }

  delete(transaction: Transaction, component: string, id: string): void {
    const uuid = this.#uuid(transaction, component, id);
    if (uuid === null) throw new Error(`storage id ${id} not found`);
    transaction.remove(component, id, TABLE);
    this.#database.driver.prepare("DELETE FROM files WHERE id = ?").run(id);
    transaction.effects.push(() => rmSync(this.#path(uuid), { force: true }));
  }

  /** Inserts the document of a file of `write` or `adopt`, in its own transaction. Returns its id. Deletes the file if that fails. */
  async store(
    write: (work: (transaction: Transaction) => string) => Promise<string>,
    component: string,
    file: WrittenFile,
  ): Promise<string> {
    try {
      return await write((transaction) => this.insert(transaction, component, file));
    } catch (error) {
      this.discard(file);
      throw error;
    }
  }

  nameOf(id: string): string {
    return String(this.#database.driver.prepare("SELECT uuid FROM files WHERE id = ?").get(id)?.[0]);
  }

  /** Makes an imported `_storage` document refer to this file. */
  restore(component: string, id: string, { uuid }: WrittenFile): void {
    this.#database.driver.prepare("INSERT INTO files VALUES (?, ?, ?)").run(id, component, uuid);
  }

  /** Deletes a file if no document refers to it. */
  discard({ uuid }: Pick<WrittenFile, "uuid">): void {
    if (!this.#isReferenced(uuid)) rmSync(this.#path(uuid), { force: true });
  }

  clear(transaction: Transaction, component: string): void {
    const rows = this.#database.driver.prepare("SELECT uuid FROM files WHERE component = ?").all(component);
    this.#database.driver.prepare("DELETE FROM files WHERE component = ?").run(component);
    // Keeps files that the same import adopted.
    transaction.effects.push(() => rows.forEach(([uuid]) => this.discard({ uuid: String(uuid) })));
  }

  /** Links each of a component's files into a folder, by its id. Links take no space, and survive the deletion of the original. */
  link(component: string, folder: string): void {
    const rows = this.#database.driver.prepare("SELECT id, uuid FROM files WHERE component = ?").all(component);
    for (const [id, uuid] of rows) linkOrCopy(this.#path(String(uuid)), join(folder, String(id)));
  }

  find(transaction: Transaction, uuid: string): StoredFile | null {
    const row = this.#database.driver.prepare("SELECT id, component FROM files WHERE uuid = ?").get(uuid);
    if (row === undefined) return null;
    const metadata = this.metadata(transaction, String(row[1]), String(row[0]));
    if (metadata === null) return null;
    const { size, sha256, contentType } = metadata as { size: number; sha256: string; contentType: string | null };
    return { path: this.#path(uuid), size, sha256, contentType };
  }

  uploadUrl(component: string): string {
    const claim = Buffer.from(JSON.stringify([component, Date.now() + TOKEN_LIFETIME_MS, randomUUID()])).toString(
      "base64url",
    );
    return `${this.#cloudUrl}/api/storage/upload?token=${claim}.${this.#sign(claim)}`;
  }

  /** Returns the component that created a token, or null for an invalid or expired one. */
  componentOf(token: string): string | null {
    const [claim, signature] = token.split(".");
    if (claim === undefined || signature === undefined) return null;
    const expected = Buffer.from(this.#sign(claim));
    const actual = Buffer.from(signature);
    if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return null;
    const [component, expires] = JSON.parse(Buffer.from(claim, "base64url").toString()) as [string, number];
    return expires > Date.now() ? component : null;
  }

  /** Deletes unreferenced files, left by a process that ended between writing a file and its row. */
  #sweep(): void {
    const referenced = new Set(this.#database.driver.prepare("SELECT uuid FROM files").all().flat());
    for (const entry of readdirSync(this.#dir, { withFileTypes: true })) {
      if (entry.isFile() && !referenced.has(entry.name)) rmSync(this.#path(entry.name), { force: true });
    }
  }

  /** True if a file may have this name. A file that the same import deletes may be there until the commit. */
  #isFree(name: unknown, sha256: string): name is string {
    if (typeof name !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) return false;
    if (this.#isReferenced(name)) return false;
    return !existsSync(this.#path(name)) || digestOf(readFileSync(this.#path(name))) === sha256;
  }

  #isReferenced(uuid: string): boolean {
    return this.#database.driver.prepare("SELECT 1 FROM files WHERE uuid = ?").get(uuid) !== undefined;
  }

  #uuid(transaction: Transaction, component: string, id: string): string | null {
    if (this.#document(transaction, component, id) === null) return null;
    const row = this.#database.driver.prepare("SELECT uuid FROM files WHERE id = ?").get(id);
    return row === undefined ? null : String(row[0]);
  }

  #document(transaction: Transaction, component: string, id: string): string | null {
    return transaction.get(component, id, TABLE, true);
  }

  #sign(claim: string): string {
    return createHmac("sha256", this.#database.secret).update(`upload:${claim}`).digest("base64url");
  }

  #path(uuid: string): string {
    return join(this.#dir, uuid);
  }
}

/** Returns the sha256 in base64. Throws if it is not the expected one, which is in base64 or hexadecimal. */
export function checkedDigest(bytes: Buffer, expected: string | undefined): string {
  const sha256 = digestOf(bytes);
  if (expected === undefined || expected === sha256) return sha256;
  if (Buffer.from(expected, "hex").toString("base64") === sha256) return sha256;
  throw new Error("The file does not have the sha256 given.");
}

function digestOf(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("base64");
}
