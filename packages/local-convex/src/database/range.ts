import type { Index, Table } from "./catalog";
import type { Database } from "./database";
import type { CachedDocument } from "./documentCache";
import type { SqlRow, Statement } from "./driver";
import { TICKS_PER_MS } from "./ids";
import { after, FLOAT_KEY_LENGTH, floatAt, keyOf } from "./keys";
import { creationIndex, HIGHEST, type Interval } from "./readSet";
import { fieldOf, type Json, type JsonObject } from "./values";

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
  { type: "Search"; fieldPath: string; value: string } | { type: "Eq"; fieldPath: string; value: Json };

interface RangeJson {
  type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  fieldPath: string;
  value: Json;
}

/** Where in an index to look. No index means the table in order of creation. */
export interface KeyRange {
  table: Table;
  index: Index | null;
  prefix: Buffer;
  fields: number;
  low: Buffer;
  /** Exclusive; null is open. */
  high: Buffer | null;
  descending: boolean;
}

export interface Row {
  /** Hexadecimal, which sorts as the bytes do. */
  key: string;
  document: CachedDocument;
}

const BY_CREATION = "by_creation_time";
/** Up to this many rows, documents are looked up in the cache one by one. */
const FEW = 32;

/** The name of the table that a query reads. */
export function tableNameOf(source: QuerySource): string {
  return source.type === "FullTableScan" ? source.tableName : source.indexName.slice(0, source.indexName.indexOf("."));
}

/** Translates the bounds of a query into keys. */
export function rangeOf(table: Table, source: Exclude<QuerySource, { type: "Search" }>): KeyRange {
  const descending = source.order === "desc";
  if (source.type === "FullTableScan") {
    const all = { prefix: Buffer.alloc(0), fields: 0, low: Buffer.alloc(0), high: null };
    return { table, index: null, ...all, descending };
  }
  const name = source.indexName.slice(table.name.length + 1);
  const index = name === BY_CREATION ? null : (table.indexes.find((one) => one.name === name) ?? null);
  if (index === null && name !== BY_CREATION) throw new Error(`Index ${source.indexName} not found.`);
  const fields = index === null ? ["_creationTime"] : [...index.fields, "_creationTime"];
  return { table, index, ...bounds(source.range, fields, source.indexName), descending };
}

/** The next rows of a range, nearest first. */
export function scan(database: Database, range: KeyRange, limit: number): Row[] {
  const { table, index, high, descending } = range;
  if (index === null) return scanByCreation(range, limit);
  if (limit > FEW) return rowsOf(index.scan(descending, high === null, limit), range, limit).map(toRow);
  const rows = rowsOf(index.keys(descending, high === null, limit), range, limit);
  return rows.map(([key, tick]) => ({ key: key as string, document: database.document(table, tick as number)! }));
}

function rowsOf(statement: Statement, { low, high }: KeyRange, limit: number): SqlRow[] {
  if (limit > 1) return high === null ? statement.all(low) : statement.all(low, high);
  // For one row, `get` is several times as fast as a list of one.
  const row = high === null ? statement.get(low) : statement.get(low, high);
  return row === undefined ? [] : [row];
}

/** The lowest key above another, both in hexadecimal. */
export function justAfter(key: string): string {
  return `${key}00`;
}

/** A range as something that a query depends on, nothing of it consumed yet. */
export function intervalOf(range: KeyRange): Interval {
  const prefix = range.prefix.toString("hex");
  const low = range.low.equals(range.prefix) ? prefix : range.low.toString("hex");
  const high = range.high === null ? HIGHEST : range.high.toString("hex");
  const index = range.index === null ? creationIndex(range.table) : range.index.id;
  const start = range.descending ? { low: high, high } : { low, high: low };
  return { index, prefix, fields: range.fields, ...start };
}

function toRow([key, document]: SqlRow): Row {
  return { key: key as string, document: { text: document as string } };
}

function bounds(
  range: RangeJson[],
  fields: string[],
  indexName: string,
): Omit<KeyRange, "table" | "index" | "descending"> {
  const equal = range.filter((one) => one.type === "Eq");
  const rest = range.slice(equal.length);
  const inOrder = range.every((one, at) => one.fieldPath === fields[Math.min(at, equal.length)]);
  if (!inOrder || rest.some((one) => one.type === "Eq")) {
    const asked = range.map((one) => one.fieldPath).join(", ");
    throw new Error(
      `Index ${indexName} (${fields.join(", ")}) cannot be asked for [${asked}]: use its fields in order.`,
    );
  }
  const prefix = keyOf(equal.map((one) => defined(one.value)));
  let low = prefix;
  let high = after(prefix);
  for (const { type, value } of rest) {
    const edge = Buffer.concat([prefix, keyOf([defined(value)])]);
    if (type === "Gt") low = after(edge)!;
    else if (type === "Gte") low = edge;
    else high = type === "Lt" ? edge : after(edge);
  }
  return { prefix, fields: equal.length, low, high };
}

function defined(value: Json): Json | undefined {
  const isUndefined = value !== null && typeof value === "object" && Object.hasOwn(value, "$undefined");
  return isUndefined ? undefined : value;
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

/** The first tick whose key is not below the given one. */
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

/** A document's key in an index. */
export function indexKey(index: Index, document: JsonObject): Buffer {
  const values = index.fields.map((path) => fieldOf(document, path));
  values.push(document["_creationTime"]!);
  return keyOf(values);
}
