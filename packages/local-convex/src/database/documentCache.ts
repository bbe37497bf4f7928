import type { JsonObject } from "./values";

/** A stored document: its text, and after the first use its parsed value. */
export interface CachedDocument {
  readonly text: string;
  value?: JsonObject;
}

/** A document's value, as JSON. It is shared: do not change it. */
export function parsed(document: CachedDocument): JsonObject {
  return (document.value ??= JSON.parse(document.text) as JsonObject);
}

/** Characters of documents in each of two generations: a few megabytes in all, with the values. */
const GENERATION = 500_000;

/**
 * Recently read or written documents, by their tick. The only writer is in this thread and updates the cache, so it always
 * agrees with the database. A document that is not read during a generation is dropped.
 */
export class DocumentCache {
  #young = new Map<number, CachedDocument>();
  #old = new Map<number, CachedDocument>();
  #size = 0;

  get(tick: number): CachedDocument | undefined {
    const found = this.#young.get(tick);
    if (found !== undefined) return found;
    const old = this.#old.get(tick);
    if (old !== undefined) this.#keep(tick, old);
    return old;
  }

  /** Adds a document. `value` is its parsed text, if known; it must not be changed afterwards. */
  add(tick: number, text: string, value?: JsonObject): CachedDocument {
    const document: CachedDocument = value === undefined ? { text } : { text, value };
    this.#keep(tick, document);
    return document;
  }

  /** A document was removed. */
  delete(tick: number): void {
    this.#young.delete(tick);
    this.#old.delete(tick);
  }

  /** Drops everything, because a transaction was undone. */
  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#size = 0;
  }

  #keep(tick: number, document: CachedDocument): void {
    this.#size += document.text.length;
    if (this.#size > GENERATION) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = document.text.length;
    }
    this.#young.set(tick, document);
  }
}
