import type { LiveResult, LogEntry } from "../contract/core";

/** A request of the main thread. It gets one response, unless `id` is 0. */
export interface Request {
  id: number;
  operation: string;
  value: unknown;
}

/** The response to one request: the value, or the error. */
export interface OperationResponse {
  id: number;
  value?: unknown;
  error?: { name: string; message: string; code?: string };
}

/** A part of the response to an HTTP request. */
export type HttpResponsePart =
  | { id: number; head: { status: number; headers: [string, string][] } }
  | { id: number; chunk: Uint8Array }
  | { id: number; end: true };

/** One message of the worker; the receiver handles it in the order of the fields. */
export interface Report {
  responses: OperationResponse[];
  changed: { ts: bigint; results: LiveResult[] } | null;
  started: { id: number; ts: bigint; result: LiveResult }[];
  logs: LogEntry[];
  http: HttpResponsePart[];
  /** A sync of the disk failed: nothing follows, and the process has to end. Why, in words. */
  syncFailed?: string;
}

/** Given to the worker when it is made. */
export interface WorkerSettings {
  dir: string;
  projectDir: string;
  cloudUrl: string;
  siteUrl: string;
  /** Shared memory of a `Heartbeat`. */
  heartbeat: SharedArrayBuffer;
}
