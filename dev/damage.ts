import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { DamagedDatabase, isEmptyDatabase } from "local-convex/integrity";
import { ExpectedError } from "../deploy/expected";
import { DamagedFile, readJson } from "./env";

/** The parts of a data folder in a backup. */
export const BACKED_UP = ["deployment", "keys.json", "done.json", "version.json"];

/**
 * Throws if a part of the data folder is truncated, missing or empty while the rest shows that it had data. Otherwise a start would create
 * new keys, or an empty database. Changes nothing. The message names the file and the command to restore it.
 */
export function checkFolder(dir: string): void {
  try {
    const [keys = null, done = null] = ["keys.json", "done.json", "version.json"].map((name) => contentOf(dir, name));
    const file = path.join(dir, "deployment/data.sqlite");
    const isEmpty = isEmptyDatabase(file);
    if (keys === null && !isEmpty) throw missing(path.join(dir, "keys.json"), "the database beside it has data");
    if (keys !== null && !("adminKey" in keys && "jwtPrivateKey" in keys && "moderator" in keys)) {
      throw new DamagedFile(`${path.join(dir, "keys.json")} is damaged: it lacks keys. Nothing was changed.`);
    }
    if (done !== null && "pushed" in done && isEmpty) throw missing(file, "done.json says that there was data");
  } catch (error) {
    throw withRestoreHint(error, dir);
  }
}

/** Adds the command that restores the newest backup to a damaged folder's error. */
export function withRestoreHint(error: unknown, dir: string): unknown {
  const isDamage = error instanceof DamagedFile || error instanceof DamagedDatabase;
  return isDamage ? new ExpectedError(`${error.message} ${restoreHint(dir)}`) : error;
}

/** Returns the backups in a data folder, oldest first. */
export function backupsIn(dir: string): string[] {
  const folder = path.join(dir, "backups");
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".zip")) : [];
  return names.sort().map((name) => path.join(folder, name));
}

function restoreHint(dir: string): string {
  const newest = backupsIn(dir).at(-1);
  if (newest === undefined) {
    return `There is no backup in ${path.join(dir, "backups")}. To restore another one: npm run restore FILE. To start over, move ${dir} away.`;
  }
  return `To restore the newest backup: npm run restore ${newest}`;
}

function contentOf(dir: string, name: string): object | null {
  const file = path.join(dir, name);
  return existsSync(file) ? readJson(file) : null;
}

function missing(file: string, reason: string): DamagedFile {
  return new DamagedFile(`${file} is missing or empty, although ${reason}. Nothing was changed.`);
}
