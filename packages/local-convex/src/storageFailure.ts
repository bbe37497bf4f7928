/** A failed read or write of the disk: neither the function's nor the caller's error. */
export class StorageFailure extends Error {
  override name = "StorageFailure";
  readonly isFull: boolean;

  constructor(isFull: boolean, cause: unknown) {
    super(isFull ? DISK_FULL : DISK_BROKEN, { cause });
    this.isFull = isFull;
  }
}

/** The message that callers see. Only the log has the disk's path. */
export const DISK_FULL = "The disk of this deployment is full: nothing was saved. Try again when there is space.";
const DISK_BROKEN = "The disk of this deployment has failed: nothing was saved.";

/** Returns the disk failure behind an error of SQLite, of a file, or of a function that passed one on. Null for any other error. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  if (error instanceof StorageFailure) return error;
  if (error instanceof Error && storageMessage(error.message) !== null) {
    return new StorageFailure(error.message.includes(DISK_FULL), error);
  }
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  if (code === "ENOSPC" || code === "EDQUOT") return new StorageFailure(true, error);
  if (code === "EIO" || code === "EROFS") return new StorageFailure(false, error);
  if (code !== "ERR_SQLITE_ERROR" || typeof errcode !== "number") return null;
  const primary = errcode & 0xff;
  return primary === SQLITE_FULL || DISK_ERROR_CODES.has(primary)
    ? new StorageFailure(primary === SQLITE_FULL, error)
    : null;
}

/** True if SQLite could not sync a file. */
export function isSyncFailure(error: unknown): boolean {
  const { errcode } = ((error as Error | null)?.cause ?? {}) as { errcode?: number };
  return errcode === SQLITE_IOERR_FSYNC || errcode === SQLITE_IOERR_DIR_FSYNC;
}

/** Returns the disk failure's sentence in an error message, or null. */
export function storageMessage(message: string): string | null {
  return [DISK_FULL, DISK_BROKEN].find((sentence) => message.includes(sentence)) ?? null;
}

const SQLITE_FULL = 13;
const SQLITE_IOERR_FSYNC = 1_034;
const SQLITE_IOERR_DIR_FSYNC = 1_290;
/** SQLite's codes: read-only, I/O error, damaged file, file that cannot be opened, no database. */
const DISK_ERROR_CODES = new Set([8, 10, 11, 14, 26]);
