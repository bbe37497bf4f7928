import type { LogEntry } from "../contract/core";

interface Numbered {
  cursor: number;
  entry: object;
  size: number;
}

const MAX_ENTRIES = 1000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const LONG_POLL_MS = 25_000;
const TYPES = { query: "Query", mutation: "Mutation", action: "Action", httpAction: "HttpAction" } as const;

/** The last executions, for `npx convex logs` and `dev`: readers wait here until there is something new. */
export class LogStream {
  readonly #entries: Numbered[] = [];
  #characters = 0;
  #newest = 1;
  readonly #readers = new Set<() => void>();

  add(entry: LogEntry): void {
    // Queries of the CLI itself are no executions of the app.
    if (entry.path.startsWith("_system/")) return;
    this.#newest += 1;
    const size = entry.logLines.reduce((sum, line) => sum + line.length, entry.error?.length ?? 0);
    this.#entries.push({ cursor: this.#newest, entry: completion(entry), size });
    this.#characters += size;
    while (this.#entries.length > MAX_ENTRIES || this.#characters > MAX_CHARACTERS) {
      this.#characters -= this.#entries.shift()?.size ?? 0;
    }
    for (const wake of this.#readers) wake();
  }

  /** What came after `cursor`. Waits while there is nothing, except in the first call: an empty response at once would make the CLI spin. */
  async after(cursor: number): Promise<{ entries: object[]; newCursor: number }> {
    // A cursor from before a restart of this process counts as new.
    const from = cursor > this.#newest ? 0 : cursor;
    if (from > 0 && from === this.#newest) await this.#somethingNew();
    const entries = this.#entries.filter((item) => item.cursor > from);
    return { entries: entries.map((item) => item.entry), newCursor: this.#newest };
  }

  /** Ends the wait of every reader. */
  close(): void {
    for (const wake of this.#readers) wake();
  }

  #somethingNew(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#readers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, LONG_POLL_MS);
      this.#readers.add(done);
    });
  }
}

function completion(entry: LogEntry) {
  const { path, componentPath, udfType, logLines, error, timestamp, executionTime, requestId } = entry;
  return {
    kind: "Completion",
    identifier: path,
    componentPath: componentPath === "" ? null : componentPath,
    udfType: TYPES[udfType],
    logLines,
    error,
    success: error === null ? true : null,
    timestamp,
    executionTime,
    requestId,
    executionId: requestId,
    cachedResult: false,
    caller: "unknown",
    environment: "isolate",
    identityType: "unknown",
    usageStats: null,
    returnBytes: null,
    occInfo: null,
    parentExecutionId: null,
    executionTimestamp: timestamp,
  };
}
