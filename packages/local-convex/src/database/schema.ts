import type { Index, Table } from "./catalog";
import type { Database } from "./database";
import { indexKey } from "./range";
import { problemWith } from "./documentRules";
import { compile, type ValidatorJson } from "./validators";
import type { JsonObject } from "./values";

/** What a component's schema says about one table. */
export interface TableSchema {
  tableName: string;
  indexes: { indexDescriptor: string; fields: string[] }[];
  documentType: ValidatorJson | null;
}

/** The schema of one component. */
export interface ComponentSchema {
  component: string;
  tables: TableSchema[];
  /** Whether documents must fit. */
  strict: boolean;
}

export interface IndexDiff {
  added_indexes: IndexConfig[];
  removed_indexes: IndexConfig[];
  enabled_indexes: IndexConfig[];
  disabled_indexes: IndexConfig[];
}

interface IndexConfig {
  name: string;
  type: "database";
  fields: readonly string[];
}

export interface SchemaViolation {
  component: string;
  tableName: string;
  error: string;
}

/** Which indexes a schema makes and drops. */
export function diffIndexes(database: Database, { component, tables }: ComponentSchema): IndexDiff {
  const diff: IndexDiff = { added_indexes: [], removed_indexes: [], enabled_indexes: [], disabled_indexes: [] };
  const wanted = tables.flatMap((table) => table.indexes.map((index) => [table.tableName, index] as const));
  const present = database.catalog.tablesOf(component).flatMap((table) => table.indexes);
  for (const [tableName, { indexDescriptor: name, fields }] of wanted) {
    const index = database.catalog.find(component, tableName)?.indexes.find((one) => one.name === name);
    if (index === undefined || !sameFields(index, fields)) diff.added_indexes.push(configOf(tableName, name, fields));
  }
  for (const index of present) {
    const kept = wanted.some(
      ([tableName, { indexDescriptor, fields }]) =>
        tableName === index.table.name && indexDescriptor === index.name && sameFields(index, fields),
    );
    if (!kept) diff.removed_indexes.push(configOf(index.table.name, index.name, index.fields));
  }
  return diff;
}

/** The first document that a schema does not allow. Tables whose validator is in `unchanged` fit already. */
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

/** Makes the tables and indexes of a schema and fills them; drops what it no longer names. In the open batch. */
export function applySchema(database: Database, schema: ComponentSchema): void {
  const { catalog } = database;
  for (const table of catalog.tablesOf(schema.component)) {
    const wanted = schema.tables.find((one) => one.tableName === table.name)?.indexes ?? [];
    for (const index of [...table.indexes]) {
      const isWanted = wanted.some((one) => one.indexDescriptor === index.name && sameFields(index, one.fields));
      if (!isWanted) catalog.dropIndex(index);
    }
  }
  for (const { tableName, indexes } of schema.tables) {
    const table = catalog.find(schema.component, tableName) ?? catalog.createTable(schema.component, tableName);
    for (const { indexDescriptor, fields } of indexes) {
      if (table.indexes.some((index) => index.name === indexDescriptor)) continue;
      backfill(catalog.createIndex(table, indexDescriptor, fields));
    }
  }
}

/** Has writes checked against a schema from now on. */
export function enforceSchema(database: Database, schema: ComponentSchema): void {
  for (const table of database.catalog.tablesOf(schema.component)) {
    const documentType = schema.tables.find((one) => one.tableName === table.name)?.documentType ?? null;
    table.check = schema.strict && documentType !== null && documentType.type !== "any" ? compile(documentType) : null;
  }
}

function backfill(index: Index): void {
  for (const [tick, document] of documentsOf(index.table)) index.put.run(indexKey(index, document), tick);
}

function* documentsOf(table: Table): Generator<[tick: number, document: JsonObject]> {
  for (const [tick, text] of table.rows()) yield [tick, JSON.parse(text) as JsonObject];
}

function sameFields(index: Index, fields: readonly string[]): boolean {
  return index.fields.length === fields.length && index.fields.every((field, at) => field === fields[at]);
}

function configOf(tableName: string, name: string, fields: readonly string[]): IndexConfig {
  return { name: `${tableName}.${name}`, type: "database", fields };
}
