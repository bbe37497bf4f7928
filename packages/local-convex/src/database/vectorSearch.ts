import type { Table } from "./table";
import { filterOf, hasFilter, searchIndexOf } from "./searchIndex";
import { defined, type Json, type JsonObject } from "./values";
import { unitVector, VectorIndex, type StoredVector } from "./vectorIndex";

/** A search as the Convex library serialises it. */
export interface VectorQueryJson {
  indexName: string;
  limit?: number | null;
  vector: number[];
  expressions: Json;
}

/** A document's tick and cosine similarity (-1 to 1). */
export interface Match {
  tick: number;
  score: number;
}

// As in the published sources of Convex's vector search.
const DEFAULT_LIMIT = 10;
const MAX_RESULTS = 256;
const MAX_CONDITIONS = 64;

/** A search over an index's vectors, part by part. Throws in Convex's words. */
export class VectorSearch {
  readonly index: VectorIndex;
  readonly #vector: Float32Array;
  readonly #limit: number;
  /** A document must have one of them. Null: all pass. */
  readonly #filters: { field: number; filter: string }[] | null;
  #best: Match[] = [];
  #lastTick = -1;

  constructor(table: Table | undefined, { indexName, limit, vector, expressions }: VectorQueryJson) {
    this.index = searchIndexOf(table, indexName, VectorIndex);
    const { dimensions, filterFields } = this.index.definition;
    this.#limit = limit ?? DEFAULT_LIMIT;
    if (!Number.isInteger(this.#limit) || this.#limit < 1 || this.#limit > MAX_RESULTS) {
      throw new Error(`Vector queries can fetch at most ${MAX_RESULTS} results, requested ${this.#limit}.`);
    }
    const conditions = expressions === null ? null : conditionsOf(expressions);
    const unknown = conditions?.find(({ path }) => !filterFields.includes(path));
    if (unknown !== undefined) {
      throw new Error(
        `Vector query against ${indexName} contains a filter on "${unknown.path}" but that field isn't indexed for filtering in \`filterFields\`.`,
      );
    }
    if (conditions !== null && conditions.length > MAX_CONDITIONS) {
      throw new Error(
        `Vector query against ${indexName} has too many conditions. Max: ${MAX_CONDITIONS} Actual: ${conditions.length}`,
      );
    }
    this.#filters =
      conditions?.map(({ path, value }) => ({ field: filterFields.indexOf(path), filter: filterOf(value) })) ?? null;
    const normalized = unitVector(vector, dimensions);
    if (normalized === null) {
      throw new Error(`Expected a vector with dimensions ${dimensions}, received ${vector.length}.`);
    }
    this.#vector = normalized;
  }

  /** Compares the next `count` vectors. Returns true if there may be more. */
  next(count: number): boolean {
    const vectors = this.index.after(this.#lastTick, count);
    for (const candidate of vectors) {
      if (this.#passes(candidate))
        this.#best.push({ tick: candidate.tick, score: dotProduct(this.#vector, candidate.vector) });
    }
    if (this.#best.length > this.#limit) this.#best = this.best.slice(0, this.#limit);
    this.#lastTick = vectors.at(-1)?.tick ?? this.#lastTick;
    return vectors.length === count;
  }

  /** The best results so far, best first. */
  get best(): readonly Match[] {
    return this.#best.sort((a, b) => b.score - a.score || b.tick - a.tick);
  }

  #passes({ filters }: StoredVector): boolean {
    return this.#filters === null || this.#filters.some(({ field, filter }) => hasFilter(filters, field, filter));
  }
}

interface Condition {
  path: string;
  value: Json | undefined;
}

/** Returns a filter's conditions. A document matches if any of them holds. */
function conditionsOf(expression: Json): Condition[] {
  const { $eq: equal, $or: alternatives } = (expression ?? {}) as JsonObject;
  if (Array.isArray(alternatives)) return alternatives.flatMap(conditionsOf);
  if (!Array.isArray(equal)) throw new Error("Filters should be a combination of `q.eq` and `q.or`.");
  const [{ $field: path }, { $literal: value }] = equal as [JsonObject, JsonObject];
  if (typeof path !== "string" || value === undefined) {
    throw new Error("`q.eq` must take a field path as its first argument and a value as its second");
  }
  return [{ path, value: defined(value) }];
}

/** Keeps four sums, because a processor adds them in parallel. */
function dotProduct(a: Float32Array, b: Float32Array): number {
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  const blockEnd = a.length - (a.length % 4);
  for (let at = 0; at < blockEnd; at += 4) {
    s0 += a[at]! * b[at]!;
    s1 += a[at + 1]! * b[at + 1]!;
    s2 += a[at + 2]! * b[at + 2]!;
    s3 += a[at + 3]! * b[at + 3]!;
  }
  for (let at = blockEnd; at < a.length; at++) s0 += a[at]! * b[at]!;
  return s0 + s1 + s2 + s3;
}
