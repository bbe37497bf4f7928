import Sqlite from "better-sqlite3";

export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = SqlValue[];

/** One prepared statement. Rows come as arrays, in the order of the columns asked for. */
export interface Statement {
  run(...values: SqlValue[]): void;
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): SqlRow[];
}

/** The little of SQLite that is used here, so that another driver (`node:sqlite`) is a matter of one file. */
export interface Driver {
  exec(sql: string): void;
  /** The same text gives the same statement. */
  prepare(sql: string): Statement;
  close(): void;
}

/** Opens a database file, which this process then has for itself until `close`. */
export function openDatabase(file: string): Driver {
  const database = new Sqlite(file);
  for (const setting of SETTINGS) database.pragma(setting);
  const statements = new Map<string, Statement>();

  return {
    exec: (sql) => void database.exec(sql),
    prepare(sql) {
      let statement = statements.get(sql);
      if (statement === undefined) statements.set(sql, (statement = wrap(database.prepare(sql))));
      return statement;
    },
    close: () => void database.close(),
  };
}

/** Opens a file that nobody else may open meanwhile, to hold it and no more; null where another process holds it. */
export function openExclusively(file: string): Pick<Driver, "close"> | null {
  const database = new Sqlite(file, { timeout: 0 });
  try {
    database.exec("BEGIN EXCLUSIVE");
    return { close: () => void database.close() };
  } catch {
    database.close();
    return null;
  }
}

// A small page, because a commit logs whole pages, of which most hold one small change; only for new files.
const PAGE_BYTES = 2_048;
const LOG_PAGES = 2_000;

/** What the write-ahead log grows to before it begins again at its start: pages with a head each. */
export const LOG_BYTES = LOG_PAGES * (PAGE_BYTES + 24);

// NORMAL: a commit writes the log and does not wait for the disk; whoever answers for it waits with `Sync`, so that what
// was answered is on disk. EXCLUSIVE: nobody else opens the file, which saves two locks per read. What is deleted is
// overwritten: a deployment holds what people may ask to be forgotten.
const SETTINGS = [
  `page_size = ${PAGE_BYTES}`,
  "locking_mode = EXCLUSIVE",
  "journal_mode = WAL",
  "synchronous = NORMAL",
  "secure_delete = ON",
  "temp_store = MEMORY",
  "cache_size = -32000",
  `wal_autocheckpoint = ${LOG_PAGES}`,
];

function wrap(statement: Sqlite.Statement<SqlValue[]>): Statement {
  if (statement.reader) statement.raw();
  return {
    run: (...values) => void statement.run(...values),
    get: (...values) => statement.get(...values) as SqlRow | undefined,
    all: (...values) => statement.all(...values) as SqlRow[],
  };
}
