import { createHash } from "node:crypto";
import type { Table } from "./catalog";
import type { Driver } from "./driver";
import { keyOf } from "./keys";
import { fieldOf, type Json, type JsonObject } from "./values";

/** A search index as a schema states it. */
export interface TextDefinition {
  type: "search";
  searchField: string;
  filterFields: readonly string[];
}

/** A vector index as a schema states it. */
export interface VectorDefinition {
  type: "vector";
  vectorField: string;
  dimensions: number;
  filterFields: readonly string[];
}

/** What a schema says of an index that is not an ordinary one. */
export type SearchDefinition = TextDefinition | VectorDefinition;

/** An index of what documents say. It is kept in ordinary rows, by the transaction that changes the document. */
export abstract class SearchIndex<Definition extends SearchDefinition = SearchDefinition> {
  readonly id: number;
  readonly table: Table;
  readonly name: string;
  readonly definition: Definition;
  protected readonly driver: Driver;

  constructor(driver: Driver, table: Table, id: number, name: string, definition: Definition) {
    this.driver = driver;
    this.table = table;
    this.id = id;
    this.name = name;
    this.definition = definition;
  }

  /** Makes its rows, for an index that is new. */
  abstract create(): void;
  abstract drop(): void;
  /** A document was made (`before` is null), changed or removed (`after` is null). Gives the keys that readers can depend on. */
  abstract change(tick: number, before: JsonObject | null, after: JsonObject | null): Buffer[];
}

const FILTER_FIELDS = 16;
const VECTOR_INDEXES = 4;
const DIMENSIONS = { least: 2, most: 4_096 };

/** What Convex refuses of the search and vector indexes of one table. */
export function problemWithSearches(
  tableName: string,
  searches: readonly (SearchDefinition & { name: string })[],
): string | null {
  const fields = new Map<string, string>();
  for (const index of searches) {
    const kind = index.type === "search" ? "Search" : "Vector";
    if (index.filterFields.length > FILTER_FIELDS) {
      return `${kind} indexes may have up to ${FILTER_FIELDS} filter fields.`;
    }
    if (index.type === "vector" && !isDimension(index.dimensions)) {
      return `Dimensions ${index.dimensions} must be between ${DIMENSIONS.least} and ${DIMENSIONS.most}.`;
    }
    const field = index.type === "search" ? index.searchField : index.vectorField;
    const other = fields.get(`${index.type} ${field}`);
    if (other !== undefined) return sameField(tableName, index.type, other, index.name);
    fields.set(`${index.type} ${field}`, index.name);
  }
  const vectors = searches.filter((index) => index.type === "vector").length;
  return vectors > VECTOR_INDEXES
    ? `Table "${tableName}" cannot have more than ${VECTOR_INDEXES} vector indexes.`
    : null;
}

function isDimension(count: number): boolean {
  return Number.isInteger(count) && count >= DIMENSIONS.least && count <= DIMENSIONS.most;
}

function sameField(tableName: string, type: "search" | "vector", a: string, b: string): string {
  const kind = type === "search" ? "Search" : "Vector";
  return `In table "${tableName}" ${type} index "${a}" and ${type} index "${b}" have the same \`${type}Field\`. ${kind} index fields must be unique within a table. You should combine the indexes with the same \`${type}Field\` into one index containing all \`filterField\`s and then use different subsets of the \`filterField\`s at query time.`;
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

/** The part of a column with `filterText` that is of a field. */
export function filterSql(column: string, field: number): string {
  return `substr(${column}, ${field * FILTER + 1}, ${FILTER})`;
}
