/** Convex's limits for one function: counts, and sizes in bytes. */
export const LIMITS = {
  documentsRead: 32_000,
  bytesRead: 16 * 2 ** 20,
  intervalsRead: 4_096,
  documentsWritten: 16_000,
  bytesWritten: 16 * 2 ** 20,
  documentSize: 2 ** 20,
  nesting: 64,
  /** For a document. The document itself is the first level. */
  documentNesting: 16,
  fieldsPerDocument: 1_024,
  arrayLength: 8_192,
  argumentsSize: 16 * 2 ** 20,
  nodeArgumentsSize: 5 * 2 ** 20,
  resultSize: 16 * 2 ** 20,
  scheduledFunctions: 1_000,
  /** For one scheduled function. The next limit is for all functions that one mutation schedules. */
  scheduledArgumentsSize: 4 * 2 ** 20,
  allScheduledArgumentsSize: 16 * 2 ** 20,
  nestedCalls: 8,
};

/** Counts what one function has used. Throws above a limit. */
export class Usage {
  documentsRead = 0;
  bytesRead = 0;
  intervalsRead = 0;
  documentsWritten = 0;
  bytesWritten = 0;
  scheduled = 0;
  scheduledBytes = 0;

  read(bytes: number): void {
    this.documentsRead++;
    this.bytesRead += bytes;
    if (this.documentsRead > LIMITS.documentsRead) throw tooMany("documents read", LIMITS.documentsRead, READ_ADVICE);
    if (this.bytesRead > LIMITS.bytesRead) throw tooMany("bytes read", LIMITS.bytesRead, READ_ADVICE);
  }

  interval(): void {
    if (++this.intervalsRead > LIMITS.intervalsRead) throw tooMany("reads", LIMITS.intervalsRead, INTERVAL_ADVICE);
  }

  write(bytes: number): void {
    this.documentsWritten++;
    this.bytesWritten += bytes;
    if (this.documentsWritten > LIMITS.documentsWritten) {
      throw tooMany("documents written", LIMITS.documentsWritten, WRITE_ADVICE);
    }
    if (this.bytesWritten > LIMITS.bytesWritten) throw tooMany("bytes written", LIMITS.bytesWritten, WRITE_ADVICE);
  }

  schedule(bytes: number): void {
    refuseLargeArguments(bytes);
    this.scheduledBytes += bytes;
    if (++this.scheduled > LIMITS.scheduledFunctions) {
      throw tooMany("functions scheduled", LIMITS.scheduledFunctions, "");
    }
    if (this.scheduledBytes > LIMITS.allScheduledArgumentsSize) {
      throw tooMany("bytes of arguments to scheduled functions", LIMITS.allScheduledArgumentsSize, "");
    }
  }
}

export function refuseLargeArguments(bytes: number): void {
  const limit = LIMITS.scheduledArgumentsSize;
  if (bytes > limit) {
    throw new Error(
      `Arguments of a scheduled function are too large (actual size: ${bytes} bytes, limit: ${limit} bytes).`,
    );
  }
}

const READ_ADVICE =
  " Consider using smaller limits in your queries, paginating your queries, or using indexed queries with a selective index range expressions.";
const INTERVAL_ADVICE = " Consider fetching several documents with one indexed query.";
const WRITE_ADVICE = " Split the work into several mutations.";

function tooMany(what: string, limit: number, advice: string): Error {
  return new Error(`Too many ${what} in a single function execution (limit: ${limit}).${advice}`);
}
