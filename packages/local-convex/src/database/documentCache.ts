import { jsonToConvex, type JSONValue } from "convex/values";
import type { Json, JsonObject } from "./values";

/** A stored document. `value`: its parsed text, after the first use. */
export interface CachedDocument {
  readonly text: string;
  value?: JsonObject;
}

/** Returns a document's value as JSON. It is shared: do not change it. */
export function parsed(document: CachedDocument): JsonObject {
  return (document.value ??= JSON.parse(document.text) as JsonObject);
}

/** Characters of documents in each of the two generations: a few megabytes in all, with the parsed values. */
const GENERATION_CHARACTERS = 500_000;

/**
 * Recently read or written documents, by tick. This thread is the only writer and updates the cache, so it always matches the database.
 * Evicts documents that are not read during a generation.
 */
export class DocumentCache {
  #young = new Map<number, CachedDocument>();
  #old = new Map<number, CachedDocument>();
  #size = 0;

  get(tick: number): CachedDocument | undefined {
    const young = this.#young.get(tick);
    if (young !== undefined) return young;
    const old = this.#old.get(tick);
    if (old !== undefined) this.#store(tick, old);
    return old;
  }

  /** Adds a document. `value`: its parsed text, if known. Do not change it later. */
  add(tick: number, text: string, value?: JsonObject): CachedDocument {
    const document: CachedDocument = value === undefined ? { text } : { text, value };
    this.#store(tick, document);
    return document;
  }

  delete(tick: number): void {
    this.#young.delete(tick);
    this.#old.delete(tick);
  }

  /** Evicts everything, after a rollback. */
  clear(): void {
    this.#young.clear();
    this.#old.clear();
    this.#size = 0;
  }

  #store(tick: number, document: CachedDocument): void {
    this.#size += document.text.length;
    if (this.#size > GENERATION_CHARACTERS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#size = document.text.length;
    }
    this.#young.set(tick, document);
  }
}

/** Returns a document as functions get it: a copy that they may change. Converts only values that JSON lacks. */
export function valueOf(document: CachedDocument): unknown {
  const { text } = document;
  if (text.includes('{"$')) return jsonToConvex(JSON.parse(text) as JSONValue);
  // Copying is several times faster than parsing the text.
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
