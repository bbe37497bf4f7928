import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import { openExclusively } from "./database/driver";

/** Another process has locked the folder. */
export class FolderInUse extends Error {
  override name = "FolderInUse";
}

/** The folder cannot be created or written to. */
export class FolderUnusable extends Error {
  override name = "FolderUnusable";
}

/**
 * Creates the folder, for its owner only, and locks it for this process until `release`. The lock is SQLite's, on a file in the folder. So
 * the system releases it, however the process ends. Throws FolderInUse or FolderUnusable.
 */
export function lockFolder(dir: string): { release(): void } {
  const lock = openLock(dir);
  if (lock === null) throw new FolderInUse(`${dir} is in use by another process.`);
  return { release: () => lock.close() };
}

function openLock(dir: string) {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    chmodSync(dir, 0o700);
    return openExclusively(path.join(dir, "lock"));
  } catch (error) {
    const { message } = error as Error;
    throw new FolderUnusable(
      `${dir} cannot be written to (${message}), and all data is stored there. Use another folder, or make this user its owner.`,
    );
  }
}
