import { fdatasyncSync, fstatSync, ftruncateSync, statfsSync, writeSync } from "node:fs";
import { storageFailureOf } from "../storageFailure";

/** The calls that show a full disk. Tests replace them. */
export interface Disk {
  statfsSync: (path: string) => { bavail: number; bsize: number };
  writeSync: (fd: number, bytes: Buffer, offset: number, length: number, position: number) => number;
}

const DISK: Disk = { statfsSync, writeSync };

/** This multiple of the length has to be free. The length only saves time, so a nearly full disk keeps its space. */
const FREE_TIMES = 4;

/**
 * Extends a write-ahead log with zeros, at which SQLite stops reading, in the thread in which SQLite writes it. The sync of a growing file
 * also has to write its new length, which usually takes twice the time, and sometimes a hundred times. Throws if the disk does not sync.
 */
export function lengthen(log: number, file: string, bytes: number, disk: Disk = DISK): void {
  const { size } = fstatSync(log);
  const missing = bytes - size;
  if (missing <= 0 || freeBytes(file, disk) < FREE_TIMES * missing) return;
  if (!isWritten(log, missing, size, disk)) ftruncateSync(log, size);
  fdatasyncSync(log);
}

/** Returns false if a quota or another program took the space. Then the log grows when it has to, with slower syncs. */
function isWritten(log: number, bytes: number, at: number, { writeSync }: Disk): boolean {
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
