import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { openReadOnly, type Driver } from "./driver";

/** A database file that SQLite cannot read. The message names the file. */
export class DamagedDatabase extends Error {
  override name = "DamagedDatabase";
}

/** Files up to this size (bytes) are checked as a whole. SQLite checks about a gigabyte per second. */
const WHOLE_BYTES = 256 * 1024 * 1024;
const LIMIT_MS = 1_000;
// From SQLite's file format: the byte with the file's write mode.
const LOG_MODE_AT = 18;
const LOG_MODE = 2;

/**
 * Checks a database file's structure (`quick_check`) before it is opened for writing. Changes nothing. Checks a large file table by table
 * until the time is up. Returns how many tables were checked. Throws DamagedDatabase.
 */
export function checkIntegrity(
  file: string,
  { wholeBytes = WHOLE_BYTES, now = () => performance.now() } = {},
): { checked: number; tables: number } {
  return withReader(file, { checked: 0, tables: 0 }, (driver) => {
    const tables = driver
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all();
    const deadline = now() + LIMIT_MS;
    const isLarge = statSync(file).size > wholeBytes;
    const targets = isLarge ? tables.map(([name]) => `("${String(name)}")`) : ["(1)"];
    let checked = 0;
    for (const target of targets) {
      const [problem] = driver.prepare(`PRAGMA quick_check${target}`).get() ?? [];
      if (problem !== "ok") throw new Error(String(problem));
      checked += isLarge ? 1 : tables.length;
      if (now() > deadline) break;
    }
    return { checked, tables: tables.length };
  });
}

/** True if a database file was not closed, as after a kill: it is then read together with its log. False without a file. */
export function isOpenEnded(file: string): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return false;
  const header = Buffer.alloc(LOG_MODE_AT + 1);
  const descriptor = openSync(file, "r");
  readSync(descriptor, header, 0, header.length, 0);
  closeSync(descriptor);
  return header[LOG_MODE_AT] === LOG_MODE;
}

/** True if a database is missing or empty, or no app was ever pushed to it. Throws DamagedDatabase. */
export function isEmptyDatabase(file: string): boolean {
  if (isOpenEnded(file)) return false;
  return withReader(file, true, (driver) => {
    if (driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined) return true;
    return driver.prepare("SELECT 1 FROM meta WHERE name = 'activePush'").get() === undefined;
  });
}

function withReader<T>(file: string, ifMissing: T, work: (driver: Driver) => T): T {
  if (!existsSync(file) || statSync(file).size === 0) return ifMissing;
  let driver: Driver | undefined;
  try {
    driver = openReadOnly(file);
    return work(driver);
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const reason = (cause as Error).message.split("\n").find((line) => !line.startsWith("***"));
    throw new DamagedDatabase(`${file} is damaged (${reason}). Nothing was changed.`, { cause: error });
  } finally {
    driver?.close();
    // Only read-only openers create this index of the log. A writer keeps its own in memory.
    rmSync(`${file}-shm`, { force: true });
  }
}
