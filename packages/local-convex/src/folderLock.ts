import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { openExclusively } from "./database/driver";

/** Another process holds the folder. */
export class FolderInUse extends Error {
  override name = "FolderInUse";
}

/**
 * Makes the folder, for its owner alone, and locks it for this process until `release`. The lock is SQLite's own, on a
 * file in the folder: the system lets go of it however the process ends. Throws FolderInUse.
 */
export function lockFolder(dir: string): { release(): void } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  chmodSync(dir, 0o700);
  const lock = openExclusively(path.join(dir, "lock"));
  if (lock === null) throw new FolderInUse(`${dir} is in use by another process.`);
  return { release: () => lock.close() };
}
