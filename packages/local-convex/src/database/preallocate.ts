import { fdatasyncSync, fstatSync, ftruncateSync, statfsSync, writeSync } from "node:fs";
import { storageFailureOf } from "../storageFailure";

/** The calls that a full disk affects. Tests replace them. */
export interface Disk {
  statfsSync: (path: string) => { bavail: number; bsize: number };
  writeSync: (fd: number, bytes: Buffer, offset: number, length: number, position: number) => number;
}

const DISK: Disk = { statfsSync, writeSync };

/** This multiple of the added bytes must be free. The extension only saves time, so a nearly full disk skips it. */
const FREE_SPACE_FACTOR = 4;

/**
 * Extends a write-ahead log to `bytes` with zeros, at which SQLite stops reading. Syncing a growing file also writes its new length, which
 * takes twice the time, and sometimes a hundred times. Call it in the thread in which SQLite writes the log. Throws if a sync fails.
 */
export function preallocate(log: number, file: string, bytes: number, disk: Disk = DISK): void {
  const { size } = fstatSync(log);
  const missing = bytes - size;
  if (missing <= 0 || freeBytes(file, disk) < FREE_SPACE_FACTOR * missing) return;
  if (!tryWriteZeros(log, missing, size, disk)) ftruncateSync(log, size);
  fdatasyncSync(log);
}

/** Returns false if a quota or another program took the space. The log then grows as needed, with slower syncs. */
function tryWriteZeros(log: number, bytes: number, at: number, { writeSync }: Disk): boolean {
  try {
    return writeSync(log, Buffer.alloc(bytes), 0, bytes, at) === bytes;
  } catch (error) {
    if (storageFailureOf(error)?.isFull === true) return false;
    throw error;
  }
}

function freeBytes(file: string, { statfsSync }: Disk): number {
  const { bavail, bsize } = statfsSync(file);
  return bavail * bsize;
}
