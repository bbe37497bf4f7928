import { jsonToConvex, type JSONValue } from "convex/values";
import type { Json, JsonObject } from "./values";

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

/** A document as functions see it: theirs to change. Only values that JSON lacks have to be converted. */
export function valueOf(document: CachedDocument): unknown {
  const { text } = document;
  if (text.includes('{"$')) return jsonToConvex(JSON.parse(text) as JSONValue);
  // A copy takes a fraction of the time that reading the text does.
  return copyOf(parsed(document));
}

function copyOf<T extends Json>(value: T): T {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(copyOf) as T;
  const copy: JsonObject = { ...value };
  for (const field in copy) {
    const member = copy[field]!;
    if (typeof member === "object" && member !== null) copy[field] = copyOf(member);
  }
  return copy as T;
}
