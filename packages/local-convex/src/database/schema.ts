import type { Database } from "./database";
import { backfill, documentsOf } from "./idIndex";
import { problemWith } from "./documentRules";
import { problemWithSearches } from "./searchIndex";
import { BY_ID, Index, type SearchDefinition, type SearchIndex, type Table } from "./table";
import { compile, type ValidatorJson } from "./validators";

export interface TableSchema {
  tableName: string;
  indexes: { indexDescriptor: string; fields: string[] }[];
  searchIndexes?: { indexDescriptor: string; searchField: string; filterFields: string[] }[];
  stagedSearchIndexes?: { indexDescriptor: string }[];
  vectorIndexes?: { indexDescriptor: string; vectorField: string; dimensions: number; filterFields: string[] }[];
  stagedVectorIndexes?: { indexDescriptor: string }[];
  documentType: ValidatorJson | null;
}

export interface ComponentSchema {
  component: string;
  tables: TableSchema[];
  /** True if documents must match the schema. */
  strict: boolean;
}

export interface IndexDiff {
  added_indexes: IndexConfig[];
  removed_indexes: IndexConfig[];
  enabled_indexes: IndexConfig[];
  disabled_indexes: IndexConfig[];
}

/** Its name includes the table, as the CLI shows it. */
type IndexConfig = { name: string } & Definition;

type Definition = { type: "database"; fields: readonly string[] } | SearchDefinition;

interface NamedIndex {
  tableName: string;
  name: string;
  definition: Definition;
}

export interface SchemaViolation {
  component: string;
  tableName: string;
  error: string;
}

/** Returns why Convex would refuse a schema's search and vector indexes, or null. */
export function problemWithIndexes({ tables }: ComponentSchema): string | null {
  for (const table of tables) {
    const searches = declaredIndexes(table).flatMap(({ name, definition }) =>
      definition.type === "database" ? [] : [{ name, ...definition }],
    );
    const problem = problemWithSearches(table.tableName, searches);
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns which indexes a schema would create and drop. */
export function diffIndexes(database: Database, schema: ComponentSchema): IndexDiff {
  const { added, removed } = indexChanges(database, schema);
  const visible = removed.filter(({ name }) => name !== BY_ID);
  return {
    added_indexes: added.map(configOf),
    removed_indexes: visible.map(configOf),
    enabled_indexes: [],
    disabled_indexes: [],
  };
}

/** Returns the first document that a schema does not allow, or null. Skips the tables in `unchanged`, whose validator is the same. */
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

/** Creates and fills the tables and indexes of a schema. Drops indexes that it no longer names. Needs an open batch. */
export function applySchema(database: Database, schema: ComponentSchema): void {
  const { catalog } = database;
  const { component, tables } = schema;
  const { added, removed } = indexChanges(database, schema);
  for (const { index } of removed) catalog.dropIndex(index);
  for (const { tableName } of tables) {
    if (catalog.find(component, tableName) === undefined) catalog.createTable(component, tableName);
  }
  for (const index of added) createFilledIndex(database, catalog.find(component, index.tableName)!, index);
}

/** Checks writes against a schema from now on. */
export function enforceSchema(database: Database, schema: ComponentSchema): void {
  for (const table of database.catalog.tablesOf(schema.component)) {
    const tableSchema = schema.tables.find((candidate) => candidate.tableName === table.name);
    const documentType = tableSchema?.documentType ?? null;
    const staged = [...(tableSchema?.stagedSearchIndexes ?? []), ...(tableSchema?.stagedVectorIndexes ?? [])];
    table.staged = staged.map((index) => index.indexDescriptor);
    table.check = schema.strict && documentType !== null && documentType.type !== "any" ? compile(documentType) : null;
  }
}

/** Creates an index and adds the existing documents. */
function createFilledIndex({ catalog }: Database, table: Table, { name, definition }: NamedIndex): void {
  if (definition.type === "database") {
    backfill(catalog.createIndex(table, name, definition.fields));
  } else {
    const index = catalog.createSearch(table, name, definition);
    for (const [tick, document] of documentsOf(table)) index.change(tick, null, document);
  }
}

function indexChanges({ catalog }: Database, { component, tables }: ComponentSchema) {
  const declared = tables.flatMap(declaredIndexes);
  const stored = catalog.tablesOf(component).flatMap(storedIndexes);
  return {
    added: declared.filter((index) => !stored.some((other) => isSame(other, index))),
    removed: stored.filter((index) => !declared.some((other) => isSame(other, index))),
  };
}

function declaredIndexes({ tableName, indexes, searchIndexes = [], vectorIndexes = [] }: TableSchema): NamedIndex[] {
  return [
    ...indexes.map(({ indexDescriptor: name, fields }) => ({
      tableName,
      name,
      definition: { type: "database" as const, fields },
    })),
    ...searchIndexes.map(({ indexDescriptor: name, searchField, filterFields }) => ({
      tableName,
      name,
      definition: { type: "search" as const, searchField, filterFields: [...filterFields].sort() },
    })),
    ...vectorIndexes.map(({ indexDescriptor: name, vectorField, dimensions, filterFields }) => ({
      tableName,
      name,
      definition: { type: "vector" as const, vectorField, dimensions, filterFields: [...filterFields].sort() },
    })),
  ];
}

function storedIndexes({ name: tableName, indexes, searches }: Table): (NamedIndex & { index: Index | SearchIndex })[] {
  return [...indexes, ...searches].map((index) => {
    const definition = index instanceof Index ? { type: "database" as const, fields: index.fields } : index.definition;
    return { tableName, name: index.name, definition, index };
  });
}

function isSame(a: NamedIndex, b: NamedIndex): boolean {
  const hasSameName = a.tableName === b.tableName && a.name === b.name;
  return hasSameName && JSON.stringify(a.definition) === JSON.stringify(b.definition);
}

function configOf({ tableName, name, definition }: NamedIndex): IndexConfig {
  return { name: `${tableName}.${name}`, ...definition };
}
