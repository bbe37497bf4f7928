import { useEffect, useState } from "react";
import { request } from "./admin";
import { useScope } from "./live";

/** A finished execution, as `npx convex logs` gets it. */
export interface Execution {
  identifier: string;
  componentPath: string | null;
  udfType: "Query" | "Mutation" | "Action" | "HttpAction";
  logLines: string[];
  error: string | null;
  /** Seconds since 1970. */
  timestamp: number;
  /** Seconds. */
  executionTime: number;
  requestId: string;
  usageStats: { databaseReadDocuments: number; databaseWriteDocuments: number } | null;
  number: number;
}

const MAX_EXECUTIONS = 1_000;
const RETRY_MS = 2_000;

/** The last executions, newest first. Each request waits for new ones. */
export function useLogs(): { executions: Execution[]; problem: unknown } {
  const { adminKey } = useScope();
  const [executions, setExecutions] = useState<Execution[]>([]);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    let number = 0;
    const add = (entries: Execution[]) => {
      const fresh = entries.map((entry) => ({ ...entry, number: ++number })).reverse();
      setExecutions((known) => [...fresh, ...known].slice(0, MAX_EXECUTIONS));
    };
    void follow(adminKey, stop.signal, add, setProblem);
    return () => stop.abort();
  }, [adminKey]);
  return { executions, problem };
}

async function follow(
  adminKey: string,
  signal: AbortSignal,
  add: (entries: Execution[]) => void,
  onProblem: (problem: unknown) => void,
): Promise<void> {
  let cursor = 0;
  while (!signal.aborted) {
    try {
      const address = `/api/stream_function_logs?cursor=${cursor}`;
      const { entries, newCursor } = await request<{ entries: Execution[]; newCursor: number }>(adminKey, address, {
        signal,
      });
      cursor = newCursor;
      onProblem(null);
      if (entries.length > 0) add(entries);
    } catch (error) {
      if (signal.aborted) return;
      onProblem(error);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
