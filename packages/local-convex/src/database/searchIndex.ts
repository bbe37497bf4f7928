import { createHash } from "node:crypto";
import { keyOf } from "./keys";
import type { SearchDefinition, SearchIndex, Table } from "./table";
import { fieldOf, type Json, type JsonObject } from "./values";

const MAX_FILTER_FIELDS = 16;
const MAX_VECTOR_INDEXES = 4;
const DIMENSIONS = { min: 2, max: 4_096 };

/** Returns why Convex would refuse a table's search and vector indexes, or null. */
export function problemWithSearches(
  tableName: string,
  searches: readonly (SearchDefinition & { name: string })[],
): string | null {
  const fields = new Map<string, string>();
  for (const index of searches) {
    const kind = index.type === "search" ? "Search" : "Vector";
    if (index.filterFields.length > MAX_FILTER_FIELDS) {
      return `${kind} indexes may have up to ${MAX_FILTER_FIELDS} filter fields.`;
    }
    if (index.type === "vector" && !isDimension(index.dimensions)) {
      return `Dimensions ${index.dimensions} must be between ${DIMENSIONS.min} and ${DIMENSIONS.max}.`;
    }
    const field = index.type === "search" ? index.searchField : index.vectorField;
    const other = fields.get(`${index.type} ${field}`);
    if (other !== undefined) return sameFieldMessage(tableName, index.type, other, index.name);
    fields.set(`${index.type} ${field}`, index.name);
  }
  const vectors = searches.filter((index) => index.type === "vector").length;
  return vectors > MAX_VECTOR_INDEXES
    ? `Table "${tableName}" cannot have more than ${MAX_VECTOR_INDEXES} vector indexes.`
    : null;
}

function isDimension(count: number): boolean {
  return Number.isInteger(count) && count >= DIMENSIONS.min && count <= DIMENSIONS.max;
}

function sameFieldMessage(tableName: string, type: "search" | "vector", a: string, b: string): string {
  const kind = type === "search" ? "Search" : "Vector";
  return `In table "${tableName}" ${type} index "${a}" and ${type} index "${b}" have the same \`${type}Field\`. ${kind} index fields must be unique within a table. You should combine the indexes with the same \`${type}Field\` into one index containing all \`filterField\`s and then use different subsets of the \`filterField\`s at query time.`;
}

/** Returns a table's search index by name. Throws in Convex's words if it is missing, staged, or of another kind. */
export function searchIndexOf<Kind extends SearchIndex>(
  table: Table | null | undefined,
  indexName: string,
  kind: { new (...args: never[]): Kind; kindName: string },
): Kind {
  const name = indexName.slice(indexName.indexOf(".") + 1);
  const index = table?.searches.find((candidate) => candidate.name === name);
  if (index instanceof kind) return index;
  if (table?.staged.includes(name) === true) {
    throw new Error(`Index ${indexName} is currently staged and not available to query until it is enabled.`);
  }
  const isOtherKind = index !== undefined || table?.indexes.some((candidate) => candidate.name === name) === true;
  throw new Error(isOtherKind ? `Index ${indexName} is not a ${kind.kindName} index` : `Index ${indexName} not found.`);
}

/** Updates a table's search indexes after a change. Adds the touched keys to `touched`. */
export function reindex(
  table: Table,
  tick: number,
  before: JsonObject | null,
  after: JsonObject | null,
  touched: (number | Buffer)[],
): void {
  for (const index of table.searches) {
    for (const key of index.change(tick, before, after)) touched.push(index.id, key);
  }
}

/** Characters per field in `filterText`. */
const FILTER_LENGTH = 16;

/** Returns a document's filter fields as hashes, in a string of fixed length. */
export function filterText(fields: readonly string[], document: JsonObject): string {
  return fields.map((path) => filterOf(fieldOf(document, path))).join("");
}

/** Returns a value as `filterText` stores it. Undefined: a missing field. */
export function filterOf(value: Json | undefined): string {
  return createHash("sha256")
    .update(keyOf([value]))
    .digest("base64")
    .slice(0, FILTER_LENGTH);
}

/** True if a `filterText` has a value at a field. */
export function hasFilter(text: string, field: number, filter: string): boolean {
  return text.startsWith(filter, field * FILTER_LENGTH);
}

/** Returns SQL for a field's part of a `filterText` column. */
export function filterSql(column: string, field: number): string {
  return `substr(${column}, ${field * FILTER_LENGTH + 1}, ${FILTER_LENGTH})`;
}
