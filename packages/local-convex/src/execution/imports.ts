import type { Table } from "../database/table";
import { checkTableName } from "../database/documentRules";
import { enforceSchema, findViolation } from "../database/schema";
import type { Transaction } from "../database/transaction";
import { schemasOf } from "./activation";
import type { Import, ImportedFile, ImportedTable, TableChange } from "../contract/backups";
import type { Engine } from "./engine";
import type { WrittenFile } from "../storage/files";
import { DocumentImporter } from "../database/documentImporter";
import { linesOf } from "../storage/lines";

const STORAGE = "_storage";

export function planImport(engine: Engine, wanted: Import): TableChange[] {
  for (const table of wanted.tables) checkTarget(engine, wanted, table);
  const toClear = tablesToClear(engine, wanted);
  const gone = toClear.filter((table) => wanted.tables.every((one) => !isSame(table, one)));
  const changes = wanted.tables.map(({ component, name, count }) => {
    const existing = engine.database.catalog.find(component, name)?.count() ?? 0;
    const deleted = toClear.some((table) => isSame(table, { component, name })) ? existing : 0;
    return { component, name, added: count, deleted, existing };
  });
  const cleared = gone.map((table) => {
    const existing = table.count();
    return { component: table.component, name: table.name, added: 0, deleted: existing, existing };
  });
  return [...changes, ...cleared.filter(({ existing }) => existing > 0)];
}

export function performImport(engine: Engine, wanted: Import): Promise<number> {
  const { driver } = engine.database;
  const placed: WrittenFile[] = [];
  return engine.write((transaction) => {
    planImport(engine, wanted);
    transaction.open();
    driver.exec("SAVEPOINT import");
    try {
      prepareTables(engine, transaction, wanted);
      const added = addAll(engine, wanted, placed);
      checkSchemas(engine, wanted);
      driver.exec("RELEASE import");
      engine.database.changeLog.end();
      engine.live.invalidateAll();
      engine.database.nextTs();
      return added;
    } catch (error) {
      driver.exec("ROLLBACK TO import");
      driver.exec("RELEASE import");
      engine.database.documents.clear();
      engine.database.catalog.reload();
      enforceSchemas(engine);
      for (const file of placed) engine.files.discard(file);
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
      `Table "${name}" already has documents. Import into an empty table, or say --append, --replace or --replace-all.`,
    );
  }
}

function tablesToClear(engine: Engine, { mode, component: base, tables }: Import): Table[] {
  if (mode === "append") return [];
  const isImported = (table: Table) => tables.some((one) => isSame(table, one));
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
function prepareTables(engine: Engine, transaction: Transaction, wanted: Import): void {
  const { database, files } = engine;
  const { catalog, aliases } = database;
  database.documents.clear();
  const toClear = tablesToClear(engine, wanted);
  const indexes = new Map(
    toClear.map(({ component, name, indexes: plain, searches }) => [`${component}/${name}`, { plain, searches }]),
  );
  for (const table of toClear) {
    if (table.name === STORAGE) files.clear(transaction, table.component);
    aliases.forget(table.number);
    catalog.dropTable(table);
  }
  const newTables: NewTable[] = wanted.tables
    .filter(({ component, name }) => catalog.find(component, name) === undefined)
    .map(({ component, name, number }) => ({ component, name, number }));
  for (const { component, name, number } of toClear) {
    const isMade = newTables.some((one) => isSame(one, { component, name }));
    if (!isMade && isInSchema(engine, component, name)) newTables.push({ component, name, number });
  }
  for (const one of newTables) {
    if (one.number === null || catalog.byNumber(one.number) !== undefined) continue;
    catalog.createTable(one.component, one.name, one.number);
  }
  for (const { component, name } of newTables) {
    const table = catalog.find(component, name) ?? catalog.createTable(component, name);
    const before = indexes.get(`${component}/${name}`);
    for (const index of before?.plain ?? []) catalog.createIndex(table, index.name, index.fields);
    for (const index of before?.searches ?? []) catalog.createSearch(table, index.name, index.definition);
  }
  enforceSchemas(engine);
}

type NewTable = Pick<ImportedTable, "component" | "name" | "number">;

function addAll(engine: Engine, wanted: Import, placed: WrittenFile[]): number {
  const instances = engine.project.state.instances.map(({ componentPath }) => componentPath);
  const importer = new DocumentImporter(engine.database, instances);
  let added = 0;
  for (const one of wanted.tables) {
    const table = engine.database.catalog.find(one.component, one.name)!;
    let line = 0;
    for (const text of linesOf(one.documents)) {
      line += 1;
      try {
        const document = importer.read(text);
        if (table.name === STORAGE) addFile(engine, wanted, table, importer, document, placed);
        else importer.add(table, document, one.number);
      } catch (error) {
        throw new Error(`Document ${line} of "${one.name}": ${(error as Error).message}`);
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
      tables.some((one) => isSame(one, { component: schema.component, name }));
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
  wanted: Import,
  table: Table,
  importer: DocumentImporter,
  document: ReturnType<DocumentImporter["read"]>,
  placed: WrittenFile[],
): void {
  const file = fileOf(wanted, table.component, document.id);
  const { contentType, sha256, internalId } = document.fields;
  if (typeof sha256 === "string" && sha256 !== file.sha256) throw new Error("Its file has another sha256.");
  const type = typeof contentType === "string" ? contentType : null;
  const written = engine.files.adopt({ ...file, contentType: type, token: "" }, internalId);
  placed.push(written);
  const fields = { ...(type === null ? {} : { contentType: type }), sha256: file.sha256, size: file.size };
  const number = wanted.tables.find((one) => isSame(one, table))?.number ?? null;
  engine.files.restore(table.component, importer.add(table, { ...document, fields }, number), written);
}

function fileOf({ files }: Import, component: string, id: string | null): ImportedFile {
  const file = files.find((one) => one.component === component && one.id === id);
  if (file === undefined) throw new Error(`The file ${id ?? "without an id"} is not among those imported.`);
  return file;
}

function isInSchema(engine: Engine, component: string, name: string): boolean {
  const schema = schemasOf(engine.project.state).find((one) => one.component === component);
  return name === STORAGE || (schema?.tables.some(({ tableName }) => tableName === name) ?? false);
}

function enforceSchemas(engine: Engine): void {
  for (const schema of schemasOf(engine.project.state)) enforceSchema(engine.database, schema);
}

function isSame(a: { component: string; name: string }, b: { component: string; name: string }): boolean {
  return a.component === b.component && a.name === b.name;
}
