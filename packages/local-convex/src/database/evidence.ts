import { createHash } from "node:crypto";
import type { CachedDocument } from "./documentCache";
import { TICKS_PER_MS } from "./ids";
import type { Change } from "./readSet";

/** The documents behind a result, by id. The written ones must still exist, the read ones must be unchanged. */
export interface Evidence {
  written: string[];
  read: string[];
  /** One hash of the texts of all read documents, in order. A hash per document would take more space. */
  digest: string;
}

/** Records the documents that a mutation reads. Hashes nothing until the evidence is requested. */
export class ReadRecorder {
  readonly #documents: CachedDocument[] = [];

  add(document: CachedDocument): void {
    this.#documents.push(document);
  }

  /** `textOf` returns a changed document's current text, or null if it was deleted. */
  evidence(changes: readonly Change[], textOf: (change: Change) => string | null): Evidence {
    const changed = new Set(changes.map(({ tick }) => tick));
    const written = changes.map(textOf).filter((text) => text !== null);
    const read = new Set(this.#documents.map(({ text }) => text).filter((text) => !changed.has(tickOf(text))));
    return { written: [...new Set(written.map(idOf))], read: [...read].map(idOf), digest: digestOf(read) };
  }
}

export function digestOf(texts: Iterable<string>): string {
  // JSON texts have no newlines.
  return createHash("sha256")
    .update([...texts].join("\n"))
    .digest("base64url")
    .slice(0, 11);
}

/** Returns the id in a document's text. */
export function idOf(text: string): string {
  const from = text.indexOf('"_id":"') + 7;
  return text.slice(from, text.indexOf('"', from));
}

/** Returns a document's tick. Its creation time comes first in its text. */
function tickOf(text: string): number {
  const from = '{"_creationTime":'.length;
  return Number(text.slice(from, text.indexOf(",", from))) * TICKS_PER_MS;
}
