import type { LogEntry } from "../contract/core";
import { withoutValues } from "../database/validators";
import type { Run } from "../modules/frame";
import { realNow } from "../modules/globals";

/** Returns a finished function's entry for `npx convex logs`. `startedAt`: from `performance.now()`. */
export function logEntry(
  path: string,
  component: string,
  udfType: LogEntry["udfType"],
  run: Run,
  error: string | null,
  startedAt: number,
): LogEntry {
  return {
    path,
    componentPath: component,
    udfType,
    logLines: run.logLines.map(withoutValues),
    error: error === null ? null : withoutValues(error),
    timestamp: realNow() / 1000,
    executionTime: (performance.now() - startedAt) / 1000,
    requestId: run.requestId,
    usage: usageOf(run),
    isScheduled: run.scheduledFunctionId !== null,
  };
}

/** Copies the counters, which the transaction may still change. */
function usageOf({ usage }: Run): LogEntry["usage"] {
  if (usage === null) return null;
  const { documentsRead, bytesRead, documentsWritten, bytesWritten } = usage;
  return { documentsRead, bytesRead, documentsWritten, bytesWritten };
}
