import { filterText } from "./searchIndex";
import { SearchIndex, type VectorDefinition } from "./table";
import { fieldOf, floatOf, kindOf, type Json, type JsonObject } from "./values";

/** A document's vector and filter fields. */
export interface StoredVector {
  tick: number;
  /** Of length one, so the dot product of two is the cosine of their angle. */
  vector: Float32Array;
  filters: string;
}

/** A vector index: one row per vector. A search compares all of them, so its results are exact. */
export class VectorIndex extends SearchIndex<VectorDefinition> {
  static readonly kindName = "vector";

  create(): void {
    this.driver.exec(`CREATE TABLE v${this.id} (tick INTEGER PRIMARY KEY, filters TEXT, vector BLOB)`);
  }

  drop(): void {
    this.driver.exec(`DROP TABLE v${this.id}`);
  }

  /** Returns no keys: only actions search by vectors, so no live query depends on them. */
  change(tick: number, before: JsonObject | null, after: JsonObject | null): Buffer[] {
    const { vectorField, filterFields, dimensions } = this.definition;
    if (before !== null && after !== null) {
      const isSame = (path: string) => fieldOf(before, path) === fieldOf(after, path);
      if (isSame(vectorField) && filterFields.every(isSame)) return [];
    }
    if (before !== null) this.driver.prepare(`DELETE FROM v${this.id} WHERE tick = ?`).run(tick);
    const vector = after === null ? null : unitVector(fieldOf(after, vectorField), dimensions);
    if (vector === null) return [];
    const put = this.driver.prepare(`INSERT INTO v${this.id} VALUES (?, ?, ?)`);
    put.run(tick, filterText(filterFields, after!), new Uint8Array(vector.buffer));
    return [];
  }

  /** Returns the next vectors after a document, in order of creation. */
  after(tick: number, count: number): StoredVector[] {
    const scan = this.driver.prepare(
      `SELECT tick, filters, vector FROM v${this.id} WHERE tick > ? ORDER BY tick LIMIT ${count}`,
    );
    return (scan.all(tick) as [number, string, Uint8Array][]).map(([at, filters, bytes]) => ({
      tick: at,
      filters,
      vector: floatsOf(bytes),
    }));
  }
}

/** Returns a vector scaled to length one, or null for a value that is not a vector of that size. */
export function unitVector(value: Json | undefined, dimensions: number): Float32Array<ArrayBuffer> | null {
  if (!Array.isArray(value) || value.length !== dimensions) return null;
  const vector = new Float32Array(dimensions);
  let sumOfSquares = 0;
  for (const [at, item] of value.entries()) {
    if (kindOf(item) !== "float64") return null;
    const number = floatOf(item as number | JsonObject);
    if (!Number.isFinite(number)) return null;
    vector[at] = number;
    sumOfSquares += number * number;
  }
  const length = Math.sqrt(sumOfSquares);
  if (length > 0) for (let at = 0; at < dimensions; at++) vector[at]! /= length;
  return vector;
}

/** Copies the bytes if they are not aligned, as a Float32Array requires. */
function floatsOf(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % Float32Array.BYTES_PER_ELEMENT === 0 ? bytes : Uint8Array.from(bytes);
  return new Float32Array(aligned.buffer, aligned.byteOffset, bytes.length / Float32Array.BYTES_PER_ELEMENT);
}
