import type { LogEntry } from "../contract/core";
import type { FunctionTimes } from "../contract/dashboard";

interface NumberedEntry {
  cursor: number;
  entry: ReturnType<typeof completion>;
  size: number;
}

const MAX_ENTRIES = 1000;
const MAX_CHARACTERS = 16 * 1024 * 1024;
const SLOWEST_COUNT = 20;
const LONG_POLL_MS = 25_000;
const TYPES = { query: "Query", mutation: "Mutation", action: "Action", httpAction: "HttpAction" } as const;

/** The last executions, for `npx convex logs` and `dev`. Readers wait here for new ones. */
export class LogStream {
  readonly #entries: NumberedEntry[] = [];
  #characters = 0;
  #newestCursor = 1;
  #failures = 0;
  readonly #readers = new Set<() => void>();

  add(entry: LogEntry): void {
    // The CLI's own queries are not the app's executions.
    if (entry.path.startsWith("_system/")) return;
    this.#newestCursor += 1;
    if (entry.error !== null) this.#failures += 1;
    const size = entry.logLines.reduce((sum, line) => sum + line.length, entry.error?.length ?? 0);
    this.#entries.push({ cursor: this.#newestCursor, entry: completion(entry), size });
    this.#characters += size;
    while (this.#entries.length > MAX_ENTRIES || this.#characters > MAX_CHARACTERS) {
      this.#characters -= this.#entries.shift()?.size ?? 0;
    }
    for (const wake of this.#readers) wake();
  }

  /**
   * Returns the entries after `cursor`. Waits for one, except in the first call. An immediate empty response would make the CLI poll
   * without a pause.
   */
  async after(cursor: number): Promise<{ entries: object[]; newCursor: number }> {
    // After a restart, an older cursor starts over.
    const from = cursor > this.#newestCursor ? 0 : cursor;
    if (from > 0 && from === this.#newestCursor) await this.#nextEntry();
    const entries = this.#entries.filter((item) => item.cursor > from);
    return { entries: entries.map((item) => item.entry), newCursor: this.#newestCursor };
  }

  /** Counts since the start of the process. */
  get counts(): { executions: number; failures: number } {
    return { executions: this.#newestCursor - 1, failures: this.#failures };
  }

  /** Returns the slowest functions of the stored executions, with their times. */
  slowest(): FunctionTimes[] {
    const byName = new Map<string, NumberedEntry["entry"][]>();
    for (const { entry } of this.#entries) {
      const name = JSON.stringify([entry.udfType, entry.componentPath, entry.identifier]);
      const group = byName.get(name);
      if (group === undefined) byName.set(name, [entry]);
      else group.push(entry);
    }
    const times = [...byName.values()].map(timesOf);
    return times.sort((a, b) => b.longestMs - a.longestMs).slice(0, SLOWEST_COUNT);
  }

  close(): void {
    for (const wake of this.#readers) wake();
  }

  #nextEntry(): Promise<void> {
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

function timesOf(entries: NumberedEntry["entry"][]): FunctionTimes {
  const { identifier, componentPath, udfType } = entries[0]!;
  const durations = entries.map(({ executionTime }) => executionTime * 1000);
  return {
    path: identifier,
    componentPath: componentPath ?? "",
    udfType,
    calls: entries.length,
    failures: entries.filter(({ error }) => error !== null).length,
    meanMs: durations.reduce((sum, ms) => sum + ms, 0) / durations.length,
    longestMs: Math.max(...durations),
  };
}

function completion(entry: LogEntry) {
  const { path, componentPath, udfType, logLines, error, timestamp, executionTime, requestId, usage } = entry;
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
    usageStats: usage && {
      databaseReadDocuments: usage.documentsRead,
      databaseReadBytes: usage.bytesRead,
      databaseWriteDocuments: usage.documentsWritten,
      databaseWriteBytes: usage.bytesWritten,
    },
    returnBytes: null,
    occInfo: null,
    parentExecutionId: null,
    executionTimestamp: timestamp,
  };
}
