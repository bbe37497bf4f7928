import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { openReadOnly, type Driver } from "./driver";

/** A database file that SQLite cannot read. The message is a sentence with its name. */
export class DamagedDatabase extends Error {
  override name = "DamagedDatabase";
}

/** SQLite checks about a gigabyte in a second, so this much is checked as a whole. */
const WHOLE_BYTES = 256 * 1024 * 1024;
const LIMIT_MS = 1_000;
// From SQLite's file format: how the file is written.
const LOG_MODE_AT = 18;
const LOG_MODE = 2;

/**
 * Checks a database file before it is opened for writing, and changes nothing: the structure of the whole file (`quick_check`), or of a large
 * one table by table until the time is over. Gives how much was checked; throws DamagedDatabase.
 */
export function checkIntegrity(
  file: string,
  { wholeBytes = WHOLE_BYTES, now = () => performance.now() } = {},
): { checked: number; tables: number } {
  return reading(file, { checked: 0, tables: 0 }, (driver) => {
    const tables = driver
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .all();
    const until = now() + LIMIT_MS;
    const isLarge = statSync(file).size > wholeBytes;
    const parts = isLarge ? tables.map(([name]) => `("${String(name)}")`) : ["(1)"];
    let checked = 0;
    for (const part of parts) {
      const [problem] = driver.prepare(`PRAGMA quick_check${part}`).get() ?? [];
      if (problem !== "ok") throw new Error(String(problem));
      checked += isLarge ? 1 : tables.length;
      if (now() > until) break;
    }
    return { checked, tables: tables.length };
  });
}

/** True if a database file was not closed. It is then read with its log, as after a kill. False if there is no file. */
export function isOpenEnded(file: string): boolean {
  if (!existsSync(file) || statSync(file).size === 0) return false;
  const header = Buffer.alloc(LOG_MODE_AT + 1);
  const descriptor = openSync(file, "r");
  readSync(descriptor, header, 0, header.length, 0);
  closeSync(descriptor);
  return header[LOG_MODE_AT] === LOG_MODE;
}

/** True if no app was ever pushed to a database: it is missing or empty. Throws DamagedDatabase. */
export function isEmptyDatabase(file: string): boolean {
  if (isOpenEnded(file)) return false;
  return reading(file, true, (driver) => {
    if (driver.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() === undefined) return true;
    return driver.prepare("SELECT 1 FROM meta WHERE name = 'activePush'").get() === undefined;
  });
}

function reading<T>(file: string, none: T, work: (driver: Driver) => T): T {
  if (!existsSync(file) || statSync(file).size === 0) return none;
  let driver: Driver | undefined;
  try {
    driver = openReadOnly(file);
    return work(driver);
  } catch (error) {
    const cause = (error as Error).cause ?? error;
    const why = (cause as Error).message.split("\n").find((line) => !line.startsWith("***"));
    throw new DamagedDatabase(`${file} is damaged (${why}). Nothing was changed.`, { cause: error });
  } finally {
    driver?.close();
    // Readers of a log share its index. A writer has its own.
    rmSync(`${file}-shm`, { force: true });
  }
}
