import type { LiveResult, LogEntry } from "../contract/core";

/** A request from the main thread. Gets one response, unless `id` is 0. */
export interface Request {
  id: number;
  operation: string;
  value: unknown;
}

/** A response: the value, or the error. */
export interface OperationResponse {
  id: number;
  value?: unknown;
  error?: { name: string; message: string; stack?: string | undefined; code?: string };
}

export type HttpResponsePart =
  | { id: number; head: { status: number; headers: [string, string][] } }
  | { id: number; chunk: Uint8Array }
  | { id: number; end: true }
  /** The rest of the response failed, for this reason. */
  | { id: number; failure: string };

/** A message from the worker. The receiver handles the fields in this order. */
export interface Report {
  responses: OperationResponse[];
  changed: { ts: bigint; results: LiveResult[] } | null;
  started: { id: number; ts: bigint; result: LiveResult }[];
  logs: LogEntry[];
  http: HttpResponsePart[];
  /** The error of a failed disk sync. No message follows, and the process must end. */
  syncFailed?: string;
}

/** The worker's settings at its start. */
export interface WorkerSettings {
  dir: string;
  projectDir: string;
  cloudUrl: string;
  siteUrl: string;
  /** Shared memory of a `Heartbeat`. */
  heartbeat: SharedArrayBuffer;
}
