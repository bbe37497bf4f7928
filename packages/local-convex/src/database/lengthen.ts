import { fdatasyncSync, fstatSync, writeSync } from "node:fs";
import { storageFailureOf } from "../storageFailure";

/**
 * Extends a write-ahead log with zeros, at which SQLite stops reading, in the thread in which SQLite writes it. The sync of a growing file
 * also has to write its new length, which usually takes twice the time, and sometimes a hundred times. Throws if the disk does not sync.
 */
export function lengthen(log: number, bytes: number): void {
  const { size } = fstatSync(log);
  if (size >= bytes) return;
  try {
    writeSync(log, Buffer.alloc(bytes - size), 0, bytes - size, size);
  } catch (error) {
    // It will grow when there is space; until then its syncs are slower.
    if (storageFailureOf(error)?.isFull !== true) throw error;
  }
  fdatasyncSync(log);
}
