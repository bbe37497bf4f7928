import type { Table } from "../database/table";
import { checkTableName } from "../database/documentRules";
import { enforceSchema, findViolation } from "../database/schema";
import type { Transaction } from "../database/transaction";
import { schemasOf, tableSchemaOf } from "./activation";
import type { Import, ImportedFile, ImportedTable, TableChange } from "../contract/backups";
import type { Engine } from "./engine";
import type { WrittenFile } from "../storage/files";
import { DocumentImporter } from "../database/documentImporter";
import { linesOf } from "../storage/lines";

const STORAGE = "_storage";

export function planImport(engine: Engine, unpacked: Import): TableChange[] {
  for (const table of unpacked.tables) checkTarget(engine, unpacked, table);
  const toClear = tablesToClear(engine, unpacked);
  const onlyCleared = toClear.filter((table) => unpacked.tables.every((imported) => !isSame(table, imported)));
  const changes = unpacked.tables.map(({ component, name, count }) => {
    const existing = engine.database.catalog.find(component, name)?.count() ?? 0;
    const deleted = toClear.some((table) => isSame(table, { component, name })) ? existing : 0;
    return { component, name, added: count, deleted, existing };
  });
  const clearedChanges = onlyCleared.map((table) => {
    const existing = table.count();
    return { component: table.component, name: table.name, added: 0, deleted: existing, existing };
  });
  return [...changes, ...clearedChanges.filter(({ existing }) => existing > 0)];
}

export function performImport(engine: Engine, unpacked: Import): Promise<number> {
  const { driver } = engine.database;
  const movedFiles: WrittenFile[] = [];
  return engine.write((transaction) => {
    planImport(engine, unpacked);
    transaction.openForWriting();
    driver.exec("SAVEPOINT import");
    try {
      prepareTables(engine, transaction, unpacked);
      const added = addAll(engine, unpacked, movedFiles);
      checkSchemas(engine, unpacked);
      driver.exec("RELEASE import");
      engine.database.changeLog.clear();
      engine.live.invalidateAll();
      engine.database.nextTs();
      return added;
    } catch (error) {
      driver.exec("ROLLBACK TO import");
      driver.exec("RELEASE import");
      engine.database.documents.clear();
      engine.database.catalog.reload();
      enforceSchemas(engine);
      for (const file of movedFiles) engine.files.discard(file);
      throw error;
    }
  });
}

function checkTarget(engine: Engine, { mode }: Import, { component, name }: ImportedTable): void {
  checkTableName(name);
  if (engine.project.instance(component) === undefined) {
    throw new Error(`There is no component "${component}" here. Push the app first.`);
  }
  const count = engine.database.catalog.find(component, name)?.count() ?? 0;
  if (mode === "requireEmpty" && count > 0) {
    throw new Error(
      `Table "${name}" already has documents. Import into an empty table, or use --append, --replace or --replace-all.`,
    );
  }
}

function tablesToClear(engine: Engine, { mode, component: base, tables }: Import): Table[] {
  if (mode === "append") return [];
  const isImported = (table: Table) => tables.some((imported) => isSame(table, imported));
  const isBelow = (path: string) => base === "" || path === base || path.startsWith(`${base}/`);
  // An import without files leaves the stored files: exports omit files by default.
  const isCleared = (table: Table) =>
    isImported(table) || (mode === "replaceAll" && !table.name.startsWith("_") && isBelow(table.component));
  const components = engine.project.state.instances.map(({ componentPath }) => componentPath);
  return components.flatMap((path) => engine.database.catalog.tablesOf(path)).filter(isCleared);
}

/**
 * Empties replaced tables and creates missing ones. They get their numbers from the imported ids if those are free, so ids in documents
 * still name their table.
 */
function prepareTables(engine: Engine, transaction: Transaction, unpacked: Import): void {
  const { database, files } = engine;
  const { catalog, aliases } = database;
  database.documents.clear();
  const toClear = tablesToClear(engine, unpacked);
  const indexes = new Map(
    toClear.map(({ component, name, indexes: plain, searches }) => [`${component}/${name}`, { plain, searches }]),
  );
  for (const table of toClear) {
    if (table.name === STORAGE) files.clear(transaction, table.component);
    aliases.deleteForTable(table.number);
    catalog.dropTable(table);
  }
  const newTables: NewTable[] = unpacked.tables
    .filter(({ component, name }) => catalog.find(component, name) === undefined)
    .map(({ component, name, number }) => ({ component, name, number }));
  for (const { component, name, number } of toClear) {
    const isListed = newTables.some((newTable) => isSame(newTable, { component, name }));
    const isInSchema = name === STORAGE || tableSchemaOf(engine, component, name) !== undefined;
    if (!isListed && isInSchema) newTables.push({ component, name, number });
  }
  for (const newTable of newTables) {
    if (newTable.number === null || catalog.byNumber(newTable.number) !== undefined) continue;
    catalog.createTable(newTable.component, newTable.name, newTable.number);
  }
  for (const { component, name } of newTables) {
    const table = catalog.find(component, name) ?? catalog.createTable(component, name);
    const oldIndexes = indexes.get(`${component}/${name}`);
    for (const index of oldIndexes?.plain ?? []) catalog.createIndex(table, index.name, index.fields);
    for (const index of oldIndexes?.searches ?? []) catalog.createSearch(table, index.name, index.definition);
  }
  enforceSchemas(engine);
}

type NewTable = Pick<ImportedTable, "component" | "name" | "number">;

function addAll(engine: Engine, unpacked: Import, movedFiles: WrittenFile[]): number {
  const instances = engine.project.state.instances.map(({ componentPath }) => componentPath);
  const importer = new DocumentImporter(engine.database, instances);
  let added = 0;
  for (const imported of unpacked.tables) {
    const table = engine.database.catalog.find(imported.component, imported.name)!;
    let line = 0;
    for (const text of linesOf(imported.documents)) {
      line += 1;
      try {
        const document = importer.read(text);
        if (table.name === STORAGE) addFile(engine, unpacked, table, importer, document, movedFiles);
        else importer.add(table, document, imported.number);
      } catch (error) {
        throw new Error(`Document ${line} of "${imported.name}": ${(error as Error).message}`);
      }
    }
    added += line;
  }
  importer.finish();
  return added;
}

/** Runs last, because an id may refer to a later document of the import. */
function checkSchemas(engine: Engine, { tables }: Import): void {
  for (const schema of schemasOf(engine.project.state)) {
    const isImported = ({ tableName: name }: { tableName: string }) =>
      tables.some((imported) => isSame(imported, { component: schema.component, name }));
    const violation = findViolation(
      engine.database,
      { ...schema, tables: schema.tables.filter(isImported) },
      new Set(),
    );
    if (violation !== null) throw new Error(violation.error);
  }
}

function addFile(
  engine: Engine,
  unpacked: Import,
  table: Table,
  importer: DocumentImporter,
  document: ReturnType<DocumentImporter["read"]>,
  movedFiles: WrittenFile[],
): void {
  const file = fileOf(unpacked, table.component, document.id);
  const { contentType, sha256, internalId } = document.fields;
  if (typeof sha256 === "string" && sha256 !== file.sha256) throw new Error("Its sha256 is not that of its file.");
  const type = typeof contentType === "string" ? contentType : null;
  const written = engine.files.adopt({ ...file, contentType: type, token: "" }, internalId);
  movedFiles.push(written);
  const fields = { ...(type === null ? {} : { contentType: type }), sha256: file.sha256, size: file.size };
  const number = unpacked.tables.find((imported) => isSame(imported, table))?.number ?? null;
  engine.files.restore(table.component, importer.add(table, { ...document, fields }, number), written);
}

function fileOf({ files }: Import, component: string, id: string | null): ImportedFile {
  const file = files.find((candidate) => candidate.component === component && candidate.id === id);
  if (file === undefined) throw new Error(`The file ${id ?? "without an id"} is not part of this import.`);
  return file;
}

function enforceSchemas(engine: Engine): void {
  for (const schema of schemasOf(engine.project.state)) enforceSchema(engine.database, schema);
}

function isSame(a: { component: string; name: string }, b: { component: string; name: string }): boolean {
  return a.component === b.component && a.name === b.name;
}
