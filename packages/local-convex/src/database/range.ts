import { BY_ID, type Index, type Table } from "./table";
import type { Database } from "./database";
import { parsed, type CachedDocument } from "./documentCache";
import type { SqlRow, Statement } from "./driver";
import { idIndexOf } from "./idIndex";
import { TICKS_PER_MS } from "./ids";
import { boundsOf, isWithin, type RangeJson } from "./indexBounds";
import { keyAfterPrefix, FLOAT_KEY_LENGTH, floatAt, keyOf } from "./keys";
import { creationIndex, HIGHEST, type Interval } from "./readSet";
import type { Json } from "./values";

/** A query as the Convex library serialises it. */
export interface QueryJson {
  source: QuerySource;
  operators: ({ filter: Json } | { limit: number })[];
}

export type QuerySource =
  | { type: "FullTableScan"; tableName: string; order: "asc" | "desc" | null }
  | { type: "IndexRange"; indexName: string; range: RangeJson[]; order: "asc" | "desc" | null }
  | { type: "Search"; indexName: string; filters: SearchFilterJson[] };

type SearchFilterJson =
  | { type: "Search"; fieldPath: string; value: string }
  | { type: "Eq"; fieldPath: string; value: Json };

/** A range of keys of an index. Without an index: of the table, in order of creation. */
export interface KeyRange {
  table: Table;
  index: Index | null;
  prefix: Buffer;
  fields: number;
  low: Buffer;
  /** Exclusive. Null: no bound. */
  high: Buffer | null;
  descending: boolean;
}

export interface Row {
  /** Hexadecimal. Sorts as the bytes do. */
  key: string;
  document: CachedDocument;
}

const BY_CREATION = "by_creation_time";
const CREATION_FIELDS = ["_creationTime", "_id"];
const ID_FIELDS = ["_id"];
const EMPTY = Buffer.alloc(0);
/** Up to this many rows, documents are read from the cache one by one. */
const MAX_CACHED_READS = 32;

export function tableNameOf(source: QuerySource): string {
  return source.type === "FullTableScan" ? source.tableName : source.indexName.slice(0, source.indexName.indexOf("."));
}

/** Returns the fields of a query's index, without the system fields. */
export function indexFieldsOf(table: Table | null, source: QuerySource): readonly string[] {
  if (source.type !== "IndexRange") return [];
  const name = source.indexName.slice(source.indexName.indexOf(".") + 1);
  // The index of ids may be created between two pages.
  return table?.indexes.find((candidate) => candidate.name === name && name !== BY_ID)?.fields ?? [];
}

/** Translates a query's bounds into keys. Returns null for a range that never has a document. */
export function rangeOf(
  database: Database,
  table: Table | null,
  source: Exclude<QuerySource, { type: "Search" }>,
): KeyRange | null {
  if (table === null) {
    // Reading a missing table is fine, reading its indexes is not. System indexes always exist.
    if (source.type === "IndexRange" && !source.indexName.startsWith("_")) throw noIndex(source.indexName);
    return null;
  }
  const descending = source.order === "desc";
  if (source.type === "FullTableScan") {
    return { table, index: null, prefix: EMPTY, fields: 0, low: EMPTY, high: null, descending };
  }
  const { indexName } = source;
  const name = indexName.slice(table.name.length + 1);
  if (name === BY_ID) return rangeOfIds(database, table, source.range, indexName, descending);
  const index = name === BY_CREATION ? null : (table.indexes.find((candidate) => candidate.name === name) ?? null);
  if (index === null && name !== BY_CREATION) throw noIndex(indexName);
  const { idConditions, ...keys } = boundsOf(source.range, index?.rangeFields ?? CREATION_FIELDS, indexName);
  const range = { table, index, ...keys, descending };
  return idConditions.length === 0 || mayMatchId(database, range, idConditions) ? range : null;
}

function noIndex(indexName: string): Error {
  return new Error(`Index ${indexName} not found.`);
}

/** Looks up a single id. A range uses the table's index of ids, which the first range creates. */
function rangeOfIds(
  database: Database,
  table: Table,
  range: RangeJson[],
  indexName: string,
  descending: boolean,
): KeyRange | null {
  const { idConditions, ...keys } = boundsOf(range, ID_FIELDS, indexName);
  const [idCondition] = idConditions;
  if (idCondition?.type !== "Eq") return { table, index: idIndexOf(database, table), ...keys, descending };
  const parts = typeof idCondition.value === "string" ? database.locate(idCondition.value) : null;
  if (parts === null || parts.tableNumber !== table.number) return null;
  const prefix = keyOf([parts.tick / TICKS_PER_MS]);
  const tickRange = { table, index: null, prefix, fields: 1, low: prefix, high: keyAfterPrefix(prefix), descending };
  return mayMatchId(database, tickRange, idConditions) ? tickRange : null;
}

/**
 * Returns false if the document at a creation time has an id outside the bounds. The range then stays empty, because a creation time has at
 * most one document. Returns true if there is no document yet.
 */
function mayMatchId(database: Database, range: KeyRange, bounds: RangeJson[]): boolean {
  const [row] = scan(database, range, 1);
  return row === undefined || isWithin(parsed(row.document)["_id"]!, bounds);
}

/** Returns the next rows of a range, in its order. */
export function scan(database: Database, range: KeyRange, limit: number): Row[] {
  const { table, index, high, descending } = range;
  if (index === null) return scanByCreation(range, limit);
  if (limit > MAX_CACHED_READS)
    return rowsOf(index.scan("document", descending, high === null, limit), range, limit).map(toRow);
  const rows = rowsOf(index.scan("tick", descending, high === null, limit), range, limit);
  return rows.map(([key, tick]) => ({ key: key as string, document: database.document(table, tick as number)! }));
}

function rowsOf(statement: Statement, { low, high }: KeyRange, limit: number): SqlRow[] {
  if (limit > 1) return high === null ? statement.all(low) : statement.all(low, high);
  // `get` is several times as fast as a list of one.
  const row = high === null ? statement.get(low) : statement.get(low, high);
  return row === undefined ? [] : [row];
}

/** Returns the lowest key above another, both in hexadecimal. */
export function justAfter(key: string): string {
  return `${key}00`;
}

/** Returns the interval that a query depends on, empty at first: it grows with each consumed row. */
export function intervalOf(range: KeyRange): Interval {
  const prefix = range.prefix.toString("hex");
  const low = range.low.equals(range.prefix) ? prefix : range.low.toString("hex");
  const high = range.high === null ? HIGHEST : range.high.toString("hex");
  const index = range.index === null ? creationIndex(range.table) : range.index.id;
  const bounds = range.descending ? { low: high, high } : { low, high: low };
  return { index, prefix, fields: range.fields, ...bounds };
}

function toRow([key, document]: SqlRow): Row {
  return { key: key as string, document: { text: document as string } };
}

function scanByCreation({ table, low, high, descending }: KeyRange, limit: number): Row[] {
  const from = firstTick(low);
  const to = high === null ? Number.MAX_SAFE_INTEGER : firstTick(high);
  const rows = table.scan(descending, limit).all(from, to);
  return rows.map(([tick, document]) => ({
    key: keyOf([Number(tick) / TICKS_PER_MS]).toString("hex"),
    document: { text: document as string },
  }));
}

/** Returns the first tick with a key at or above the given one. */
function firstTick(key: Buffer): number {
  const lowest = keyOf([0]);
  if (Buffer.compare(key, lowest) <= 0) return 0;
  if (key[0] !== lowest[0]) return Number.MAX_SAFE_INTEGER;
  const padded = Buffer.alloc(FLOAT_KEY_LENGTH);
  key.copy(padded);
  const tick = floatAt(padded, 0) * TICKS_PER_MS;
  const isPast = key.length > FLOAT_KEY_LENGTH && Number.isInteger(tick);
  return Math.min(isPast ? tick + 1 : Math.ceil(tick), Number.MAX_SAFE_INTEGER);
}
