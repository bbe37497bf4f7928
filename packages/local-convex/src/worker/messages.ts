import type { LiveResult, LogEntry } from "../contract/core";

/** What the main thread asks of the worker. `id` is answered once, unless it is 0. */
export interface Request {
  id: number;
  operation: string;
  value: unknown;
}

/** One answer: the value, or the error. */
export interface Answered {
  id: number;
  value?: unknown;
  error?: { name: string; message: string; code?: string };
}

/** A piece of the answer to an HTTP request. */
export type HttpPiece =
  | { id: number; head: { status: number; headers: [string, string][] } }
  | { id: number; chunk: Uint8Array }
  | { id: number; end: true };

/** Everything that the worker tells at once; the receiver handles it in the order of the fields. */
export interface Report {
  answers: Answered[];
  changed: { ts: bigint; results: LiveResult[] } | null;
  started: { id: number; ts: bigint; result: LiveResult }[];
  logs: LogEntry[];
  http: HttpPiece[];
}

/** Given to the worker when it is made. */
export interface WorkerSettings {
  dir: string;
  projectDir: string;
  cloudUrl: string;
  siteUrl: string;
  /** The memory of a `Pulse`. */
  pulse: SharedArrayBuffer;
}
