import { storageFailureOf, type StorageFailure } from "../storageFailure";
import type { DatabaseSyncInstance, SqliteModule, StatementSyncInstance } from "@photostructure/sqlite";

const { DatabaseSync } = builtIn() ?? (await packaged());

/** Text without NUL characters: older libraries read it only up to there. JSON and ids have none. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = SqlValue[];

/** One prepared statement. Rows come as arrays, in the order of the columns asked for. */
export interface Statement {
  run(...values: SqlValue[]): void;
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

/** The part of SQLite that is used here. Which library does it is known to this file alone. */
export interface Driver {
  exec(sql: string): void;
  /** The same text gives the same statement. */
  prepare(sql: string): Statement;
  /** The last failure of the disk. SQLite may have undone the open transaction by itself; nothing is written until this is null again. */
  failure: StorageFailure | null;
  close(): void;
}

/** Opens a database file. With the usual settings this process has it for itself until `close`. */
export function openDatabase(file: string, settings: readonly string[] = SETTINGS): Driver {
  return driverOf(open(file), settings);
}

/** Opens a database for reading only, and leaves its files as they are. No other process may be writing to it. */
export function openReadOnly(file: string): Driver {
  const database = new DatabaseSync(file, { readOnly: true });
  held.add(database);
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
        throw failed(driver, error);
      }
    },
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) statements.set(sql, (statement = wrap(driver, database.prepare(sql))));
      return statement;
    },
    close() {
      // The package holds a closed file until its statements are collected as garbage: what the log has goes into the
      // file, and the lock, before that.
      for (const setting of ["journal_mode = DELETE", "locking_mode = NORMAL"]) database.exec(`PRAGMA ${setting}`);
      database.exec("SELECT 1 FROM sqlite_schema");
      close(database);
    },
  };
  return driver;
}

/** Opens a file exclusively. Returns null if another process holds it. Throws if it cannot be written. */
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

// Small, because a commit logs whole pages, and most of them hold one small change. It applies to new files only.
const PAGE_BYTES = 2_048;
/**
 * A swipe logs ten pages, most of them again and again, and copying the log takes the same time at any length: in a longer one that is
 * shared by more commits. This one is 16 MiB, and is copied after some sixty commits of a busy evening, in 15 ms.
 */
export const LOG_PAGES = 8_000;

/** The size that the write-ahead log grows to before it is overwritten from its start: pages, each with a header. */
export const LOG_BYTES = LOG_PAGES * (PAGE_BYTES + 24);
/** The first length, which the start waits for. */
export const FIRST_LOG_BYTES = LOG_BYTES / 4;

// NORMAL: a commit writes the log and does not wait for the disk; `DiskSync` waits before the response.
// EXCLUSIVE: no other process opens the file, which saves two locks per read. secure_delete overwrites what is deleted,
// because people may ask for their data to be removed. `Eraser` copies the log into the file: SQLite would do so after a
// commit, and keep to itself that the disk did not sync.
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

// The package closes a database without references, even while its statements are in use.
const held = new Set<DatabaseSyncInstance>();

function open(file: string): DatabaseSyncInstance {
  const database = new DatabaseSync(file);
  held.add(database);
  return database;
}

function close(database: DatabaseSyncInstance): void {
  database.close();
  held.delete(database);
}

function wrap(driver: Driver, statement: StatementSyncInstance): Statement {
  statement.setReturnArrays(true);
  return {
    run(...values) {
      // A failure has ended the transaction, so a write would open a new one.
      if (driver.failure !== null) throw driver.failure;
      try {
        // Not its `run`: collecting the changes that it returns takes longer than most changes.
        statement.get(...values);
      } catch (error) {
        throw failed(driver, error);
      }
    },
    get(...values) {
      try {
        return statement.get(...values) as SqlRow | undefined;
      } catch (error) {
        throw failed(driver, error);
      }
    },
    all(...values) {
      try {
        return statement.all(...values) as unknown as SqlRow[];
      } catch (error) {
        throw failed(driver, error);
      }
    },
  };
}

function failed(driver: Driver, error: unknown): unknown {
  const failure = storageFailureOf(error);
  if (failure === null) return error;
  driver.failure = failure;
  return failure;
}

/**
 * Node's own SQLite, from Node 22.16 on: older ones hide it behind a flag or do not give rows as arrays. The package has the
 * same interface, with binaries for the usual platforms, so nothing is compiled for either.
 */
function builtIn(): SqliteModule | undefined {
  const { emitWarning } = process;
  // Node 22 prints a warning that it is experimental, which would confuse people who start the app.
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
    throw new Error("There is no SQLite for this platform; Node 22.16 or newer brings its own.", { cause });
  }
}
