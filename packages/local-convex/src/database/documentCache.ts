import type { JsonObject } from "./values";

/** A document as it is stored, and, once somebody needed it, as the value that it stands for. */
export interface CachedDocument {
  readonly text: string;
  value?: JsonObject;
}

/** A document's value, as JSON; not to be changed, for others will read it too. */
export function parsed(document: CachedDocument): JsonObject {
  return (document.value ??= JSON.parse(document.text) as JsonObject);
}

/** Characters of documents in each of two generations: a few megabytes in all, with the values. */
const GENERATION = 500_000;

/**
 * Documents read or written lately, by the tick that is their key. There is one writer, in this thread, that says what
 * it changes, so what is found here is what the database holds. What was not asked for during a generation is forgotten.
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

  /** `value`: what the text stands for, if that is at hand. Nobody changes it from here on. */
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

  /** Something was undone. */
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
