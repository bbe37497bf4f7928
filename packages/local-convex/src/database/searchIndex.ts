import { createHash } from "node:crypto";
import type { Table } from "./catalog";
import { keyOf } from "./keys";
import { fieldOf, type Json, type JsonObject } from "./values";

/** A search index as a schema states it. */
export interface TextDefinition {
  type: "search";
  searchField: string;
  filterFields: readonly string[];
}

/** What a schema says of an index that is not an ordinary one. */
export type SearchDefinition = TextDefinition;

/** An index of what documents say. It is kept in ordinary rows, by the transaction that changes the document. */
export interface SearchIndex {
  readonly id: number;
  readonly table: Table;
  readonly name: string;
  readonly definition: SearchDefinition;
  /** Makes its rows, for an index that is new. */
  create(): void;
  drop(): void;
  /** A document was made (`before` is null), changed or removed (`after` is null). Gives the keys that readers can depend on. */
  change(tick: number, before: JsonObject | null, after: JsonObject | null): Buffer[];
}

const FILTER_FIELDS = 16;

/** What Convex refuses of the search indexes of one table. */
export function problemWithSearches(
  tableName: string,
  searches: readonly (SearchDefinition & { name: string })[],
): string | null {
  const fields = new Map<string, string>();
  for (const { name, searchField, filterFields } of searches) {
    if (filterFields.length > FILTER_FIELDS) return `Search indexes may have up to ${FILTER_FIELDS} filter fields.`;
    const other = fields.get(searchField);
    if (other !== undefined) {
      return `In table "${tableName}" search index "${other}" and search index "${name}" have the same \`searchField\`. Search index fields must be unique within a table. You should combine the indexes with the same \`searchField\` into one index containing all \`filterField\`s and then use different subsets of the \`filterField\`s at query time.`;
    }
    fields.set(searchField, name);
  }
  return null;
}

/** Tells a table's search indexes of a change; adds what it touched. For tables that have any. */
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

/** Characters of one field in `filterText`. */
const FILTER = 16;

/** The fields that a search can ask for by equality, as a text in which each takes the same room: what it stands for cannot be read from it. */
export function filterText(fields: readonly string[], document: JsonObject): string {
  return fields.map((path) => filterOf(fieldOf(document, path))).join("");
}

/** What `filterText` has for a value; undefined stands for a missing field. */
export function filterOf(value: Json | undefined): string {
  return createHash("sha256")
    .update(keyOf([value]))
    .digest("base64")
    .slice(0, FILTER);
}

/** Whether a `filterText` has a value at a field. */
export function hasFilter(text: string, field: number, filter: string): boolean {
  return text.startsWith(filter, field * FILTER);
}
