import type { Database } from "./database";
import { backfill, documentsOf } from "./idIndex";
import { problemWith } from "./documentRules";
import { problemWithSearches } from "./searchIndex";
import { BY_ID, Index, type SearchDefinition, type SearchIndex, type Table } from "./table";
import { compile, type ValidatorJson } from "./validators";

/** One table in a component's schema. */
export interface TableSchema {
  tableName: string;
  indexes: { indexDescriptor: string; fields: string[] }[];
  searchIndexes?: { indexDescriptor: string; searchField: string; filterFields: string[] }[];
  stagedSearchIndexes?: { indexDescriptor: string }[];
  vectorIndexes?: { indexDescriptor: string; vectorField: string; dimensions: number; filterFields: string[] }[];
  stagedVectorIndexes?: { indexDescriptor: string }[];
  documentType: ValidatorJson | null;
}

/** The schema of one component. */
export interface ComponentSchema {
  component: string;
  tables: TableSchema[];
  /** True if documents must fit. */
  strict: boolean;
}

export interface IndexDiff {
  added_indexes: IndexConfig[];
  removed_indexes: IndexConfig[];
  enabled_indexes: IndexConfig[];
  disabled_indexes: IndexConfig[];
}

/** With the table in its name, as the CLI shows it. */
type IndexConfig = { name: string } & Definition;

type Definition = { type: "database"; fields: readonly string[] } | SearchDefinition;

interface NamedIndex {
  name: string;
  definition: Definition;
}

export interface SchemaViolation {
  component: string;
  tableName: string;
  error: string;
}

/** Returns why Convex would refuse a schema's search and vector indexes. */
export function problemWithIndexes({ tables }: ComponentSchema): string | null {
  for (const table of tables) {
    const searches = wantedBy(table).flatMap(({ name, definition }) =>
      definition.type === "database" ? [] : [{ name, ...definition }],
    );
    const problem = problemWithSearches(table.tableName, searches);
    if (problem !== null) return problem;
  }
  return null;
}

/** Which indexes a schema makes and drops. */
export function diffIndexes(database: Database, { component, tables }: ComponentSchema): IndexDiff {
  const diff: IndexDiff = { added_indexes: [], removed_indexes: [], enabled_indexes: [], disabled_indexes: [] };
  for (const schema of tables) {
    const table = database.catalog.find(component, schema.tableName);
    const present = table === undefined ? [] : presentIn(table);
    for (const index of wantedBy(schema)) {
      if (!present.some((one) => isSame(one, index))) diff.added_indexes.push(configOf(schema.tableName, index));
    }
  }
  for (const table of database.catalog.tablesOf(component)) {
    const wanted = tables.filter((one) => one.tableName === table.name).flatMap(wantedBy);
    for (const index of presentIn(table)) {
      if (index.name === BY_ID) continue;
      if (!wanted.some((one) => isSame(one, index))) diff.removed_indexes.push(configOf(table.name, index));
    }
  }
  return diff;
}

/** Returns the first document that a schema does not allow. Skips tables whose validator is in `unchanged`. */
export function findViolation(
  database: Database,
  schema: ComponentSchema,
  unchanged: Set<string>,
): SchemaViolation | null {
  if (!schema.strict) return null;
  for (const { tableName, documentType } of schema.tables) {
    const table = database.catalog.find(schema.component, tableName);
    if (table === undefined || documentType === null || unchanged.has(tableName)) continue;
    const check = compile(documentType);
    for (const [, document] of documentsOf(table)) {
      const { _id, _creationTime, ...fields } = document;
      const problem = problemWith(table, check, fields, database);
      if (problem === null) continue;
      const error = `Document with ID "${String(_id)}" in table "${tableName}" does not match the schema: ${problem}`;
      return { component: schema.component, tableName, error };
    }
  }
  return null;
}

/** Makes the tables and indexes of a schema and fills them; drops indexes that it no longer names. In the open batch. */
export function applySchema(database: Database, schema: ComponentSchema): void {
  const { catalog } = database;
  for (const table of catalog.tablesOf(schema.component)) {
    const wanted = schema.tables.filter((one) => one.tableName === table.name).flatMap(wantedBy);
    for (const index of presentIn(table)) {
      if (wanted.some((one) => isSame(one, index))) continue;
      if (index.kept instanceof Index) catalog.dropIndex(index.kept);
      else catalog.dropSearch(index.kept);
    }
  }
  for (const one of schema.tables) {
    const table = catalog.find(schema.component, one.tableName) ?? catalog.createTable(schema.component, one.tableName);
    const present = presentIn(table);
    for (const index of wantedBy(one)) if (!present.some((each) => isSame(each, index))) make(database, table, index);
  }
}

/** Has writes checked against a schema from now on. */
export function enforceSchema(database: Database, schema: ComponentSchema): void {
  for (const table of database.catalog.tablesOf(schema.component)) {
    const wanted = schema.tables.find((one) => one.tableName === table.name);
    const documentType = wanted?.documentType ?? null;
    const staged = [...(wanted?.stagedSearchIndexes ?? []), ...(wanted?.stagedVectorIndexes ?? [])];
    table.staged = staged.map((index) => index.indexDescriptor);
    table.check = schema.strict && documentType !== null && documentType.type !== "any" ? compile(documentType) : null;
  }
}

/** Makes an index and enters the documents that are there. */
function make({ catalog }: Database, table: Table, { name, definition }: NamedIndex): void {
  if (definition.type === "database") {
    backfill(catalog.createIndex(table, name, definition.fields));
  } else {
    const index = catalog.createSearch(table, name, definition);
    for (const [tick, document] of documentsOf(table)) index.change(tick, null, document);
  }
}

function wantedBy({ indexes, searchIndexes = [], vectorIndexes = [] }: TableSchema): NamedIndex[] {
  return [
    ...indexes.map(({ indexDescriptor: name, fields }) => ({
      name,
      definition: { type: "database" as const, fields },
    })),
    ...searchIndexes.map(({ indexDescriptor: name, searchField, filterFields }) => ({
      name,
      definition: { type: "search" as const, searchField, filterFields: [...filterFields].sort() },
    })),
    ...vectorIndexes.map(({ indexDescriptor: name, vectorField, dimensions, filterFields }) => ({
      name,
      definition: { type: "vector" as const, vectorField, dimensions, filterFields: [...filterFields].sort() },
    })),
  ];
}

function presentIn({ indexes, searches }: Table): (NamedIndex & { kept: Index | SearchIndex })[] {
  return [
    ...indexes.map((kept) => {
      const definition = { type: "database" as const, fields: kept.fields };
      return { name: kept.name, definition, kept };
    }),
    ...searches.map((kept) => ({ name: kept.name, definition: kept.definition, kept })),
  ];
}

function isSame(a: NamedIndex, b: NamedIndex): boolean {
  return a.name === b.name && JSON.stringify(a.definition) === JSON.stringify(b.definition);
}

function configOf(tableName: string, { name, definition }: NamedIndex): IndexConfig {
  return { name: `${tableName}.${name}`, ...definition };
}
