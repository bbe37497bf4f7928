import { storageFailureOf, type StorageFailure } from "../storageFailure";
import type { DatabaseSyncInstance, SqliteModule, StatementSyncInstance } from "@photostructure/sqlite";

const { DatabaseSync } = builtIn() ?? (await packaged());

/** Text must have no NUL: older libraries read it only up to there. JSON and ids have none. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = SqlValue[];

/** A prepared statement. Rows are arrays, in the order of the selected columns. */
export interface Statement {
  run(...values: SqlValue[]): void;
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

/** The part of SQLite that this package uses. Only this file knows the library. */
export interface Driver {
  exec(sql: string): void;
  /** Returns the cached statement of the same text. */
  prepare(sql: string): Statement;
  /** The last disk failure. SQLite may have rolled back the open transaction on its own, so writes throw until this is null. */
  failure: StorageFailure | null;
  close(): void;
}

/** Opens a database file. With the default settings this process locks it until `close`. */
export function openDatabase(file: string, settings: readonly string[] = SETTINGS): Driver {
  return driverOf(open(file), settings);
}

/** Opens a database read-only, and leaves its files unchanged. No other process may be writing to it. */
export function openReadOnly(file: string): Driver {
  const database = new DatabaseSync(file, { readOnly: true });
  openDatabases.add(database);
  return { ...driverOf(database, []), close: () => close(database) };
}

function driverOf(database: DatabaseSyncInstance, settings: readonly string[]): Driver {
  for (const setting of settings) database.exec(`PRAGMA ${setting}`);
  const statements = new Map<string, Statement>();
  const driver: Driver = {
    failure: null,
    exec(sql) {
      try {
        database.exec(sql);
      } catch (error) {
        throw recordFailure(driver, error);
      }
    },
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) statements.set(sql, (statement = wrap(driver, database.prepare(sql))));
      return statement;
    },
    close() {
      // The package holds a closed file until its statements are garbage-collected. So this copies the log into the file and releases the
      // lock first.
      for (const setting of ["journal_mode = DELETE", "locking_mode = NORMAL"]) database.exec(`PRAGMA ${setting}`);
      database.exec("SELECT 1 FROM sqlite_schema");
      close(database);
    },
  };
  return driver;
}

export function openExclusively(file: string): Pick<Driver, "close"> | null {
  const database = open(file);
  try {
    database.exec("BEGIN EXCLUSIVE");
    return { close: () => close(database) };
  } catch (error) {
    close(database);
    if (storageFailureOf(error) !== null) throw error;
    return null;
  }
}

// Small, because a commit logs whole pages, and most pages carry one small change. Applies only to new files.
const PAGE_BYTES = 2_048;
/**
 * The write-ahead log is copied into the database beyond this many pages: 16 MiB. A swipe logs ten pages, mostly the same ones. A copy
 * takes 15 ms, once in about sixty commits on a busy evening. It hardly takes longer for a longer log.
 */
export const LOG_PAGES = 8_000;

/** The write-ahead log's full size, before it is overwritten from the start: pages, each with a header. */
export const LOG_BYTES = LOG_PAGES * (PAGE_BYTES + 24);
/** The log's size at the start. The start waits for it. */
export const FIRST_LOG_BYTES = LOG_BYTES / 4;

// NORMAL: a commit writes the log without a sync. `DiskSync` syncs before the response. EXCLUSIVE: no other process opens the file, which saves
// two locks per read. `secure_delete` overwrites deleted rows, because people may ask for their data to be deleted. `wal_autocheckpoint` is off:
// `Eraser` copies the log into the file, since SQLite would not report a failed sync.
const SETTINGS = [
  "busy_timeout = 5000",
  `page_size = ${PAGE_BYTES}`,
  "locking_mode = EXCLUSIVE",
  "journal_mode = WAL",
  "synchronous = NORMAL",
  "secure_delete = ON",
  "temp_store = MEMORY",
  "cache_size = -32000",
  "wal_autocheckpoint = 0",
];

// The package closes unreferenced databases, even while their statements are in use.
const openDatabases = new Set<DatabaseSyncInstance>();

function open(file: string): DatabaseSyncInstance {
  const database = new DatabaseSync(file);
  openDatabases.add(database);
  return database;
}

function close(database: DatabaseSyncInstance): void {
  database.close();
  openDatabases.delete(database);
}

function wrap(driver: Driver, statement: StatementSyncInstance): Statement {
  statement.setReturnArrays(true);
  return {
    run(...values) {
      // A disk failure has ended the transaction, so a write would start a new one.
      if (driver.failure !== null) throw driver.failure;
      try {
        // `run` would also collect change counts, which takes longer than most changes.
        statement.get(...values);
      } catch (error) {
        throw recordFailure(driver, error);
      }
    },
    get(...values) {
      try {
        return statement.get(...values) as SqlRow | undefined;
      } catch (error) {
        throw recordFailure(driver, error);
      }
    },
    all(...values) {
      try {
        return statement.all(...values) as unknown as SqlRow[];
      } catch (error) {
        throw recordFailure(driver, error);
      }
    },
  };
}

function recordFailure(driver: Driver, error: unknown): unknown {
  const failure = storageFailureOf(error);
  if (failure === null) return error;
  driver.failure = failure;
  return failure;
}

/**
 * Returns Node's own SQLite, from Node 22.16 on. Older ones hide it behind a flag or cannot return rows as arrays. The package has the same
 * interface and prebuilt binaries.
 */
function builtIn(): SqliteModule | undefined {
  const { emitWarning } = process;
  // Suppresses Node 22's warning that its SQLite is experimental.
  process.emitWarning = () => undefined;
  try {
    const sqlite = process.getBuiltinModule("node:sqlite") as SqliteModule | undefined;
    return sqlite && "setReturnArrays" in sqlite.StatementSync.prototype ? sqlite : undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

async function packaged(): Promise<Pick<SqliteModule, "DatabaseSync">> {
  try {
    return await import("@photostructure/sqlite");
  } catch (cause) {
    throw new Error("There is no SQLite for this platform. Node 22.16 or newer has its own.", { cause });
  }
}
