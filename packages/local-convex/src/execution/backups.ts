import { closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Table } from "../database/table";
import type { Database } from "../database/database";
import { toUniform } from "../database/valueFormats";
import type { BackupName, Snapshot } from "../contract/backups";
import { nameOf, partsOf } from "../paths.mjs";
import type { Engine } from "./engine";

const STORAGE = "_storage";

/** Returns the `meta` key of the progress of exports or imports. */
export function backupKey(name: BackupName): string {
  return `_backup/${name}`;
}

/** Returns the progress of exports or imports, or null if there is none. */
export function backupState(database: Database, name: BackupName): unknown {
  const row = database.driver.prepare("SELECT value FROM meta WHERE name = ?").get(backupKey(name));
  return row === undefined ? null : (JSON.parse(String(row[0])) as unknown);
}

/** Stores the progress of exports or imports. Invalidates the queries that watch it. */
export function saveBackupState(engine: Engine, name: BackupName, state: unknown): Promise<void> {
  return engine.write((transaction) => {
    transaction.openForWriting();
    engine.database.setMeta(backupKey(name), JSON.stringify(state));
    engine.live.invalidate({ documents: [], tables: [backupKey(name)] });
    engine.database.nextTs();
  });
}

/**
 * Writes a consistent snapshot of all documents, one folder per table. Folders are numbered, because some disks do not distinguish names
 * that differ only in case. `archivePaths` are the paths in a ZIP file of the real service: the app's tables at the top, a component's
 * below `_components`. Nothing else runs during that time. Only some rows are in memory at a time.
 */
export function writeSnapshot(engine: Engine, folder: string, includeStorage: boolean): Promise<Snapshot> {
  return engine.read(() => {
    const archivePaths: string[] = [];
    for (const { componentPath } of engine.project.state.instances) {
      const prefix = partsOf(componentPath).flatMap((name) => ["_components", name]);
      const folderOf = (table: string) => join(folder, String(archivePaths.push(nameOf(...prefix, table)) - 1));
      writeComponent(engine, componentPath, folderOf, includeStorage);
    }
    return { ts: engine.database.ts, archivePaths };
  });
}

/**
 * Returns a `_storage` document with its file's secret name, as Convex exports it. File URLs contain that name, so they survive an import.
 */
function withFileName(engine: Engine, text: string): string {
  const document = JSON.parse(text) as { _id: string };
  return JSON.stringify({ ...document, internalId: engine.files.nameOf(document._id) });
}

function writeComponent(
  engine: Engine,
  component: string,
  folderOf: (table: string) => string,
  includeStorage: boolean,
): void {
  const isIncluded = ({ name }: Table) => !name.startsWith("_") || (name === STORAGE && includeStorage);
  const tables = engine.database.catalog.tablesOf(component).filter(isIncluded);
  writeLines(folderOf("_tables"), (write) => {
    for (const { name, number } of tables) write(JSON.stringify({ name, id: number }));
  });
  for (const table of tables) {
    const folder = folderOf(table.name);
    writeLines(folder, (write) => {
      for (const [, text] of table.rows()) write(table.name === STORAGE ? withFileName(engine, text) : toUniform(text));
    });
    if (table.name !== STORAGE) {
      writeFileSync(join(folder, "generated_schema.jsonl"), '"uniform"\n', { flag: "wx", mode: 0o600 });
    }
    if (table.name === STORAGE) engine.files.link(component, folder);
  }
}

function writeLines(folder: string, writeAll: (write: (line: string) => void) => void): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(join(folder, "documents.jsonl"), "wx", 0o600);
  try {
    // Unlike `writeSync`, it never writes only a part of the line.
    writeAll((line) => writeFileSync(file, `${line}\n`));
  } finally {
    closeSync(file);
  }
}
