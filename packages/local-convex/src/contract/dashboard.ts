/**
 * The types that the dashboard and the deployment exchange, in addition to the command line's API: arguments and results of the
 * `_system/frontend/…` functions and of `/api/local/health`. Values of documents are Convex JSON.
 */

/** A comparison that documents must meet. Without `value`: compares with a missing field. */
export interface Condition {
  field: string;
  op: "eq" | "neq" | "lt" | "lte" | "gt" | "gte";
  value?: unknown;
}

/** `_system/frontend/paginatedTableDocuments`: a page, and how many documents were read for it. */
export interface DocumentPage<Document = Record<string, unknown>> {
  page: Document[];
  isDone: boolean;
  continueCursor: string;
  /** Number of documents read. A page may have few of them, or none. */
  documentsRead: number;
  /** The index used. Null: in order of creation. */
  index: string | null;
}

/** `_system/frontend/tableShape`: a table's schema. */
export interface TableShape {
  indexes: { name: string; fields: string[] }[];
  /** Its documents' validator, in the format of `exportArgs`. Null: anything is allowed. */
  documentType: unknown;
  /** Number of documents. `MAX_COUNT`: as many or more. */
  count: number;
}

/** Counts stop here: counting a large table would read all of it. */
export const MAX_COUNT = 1_000;

/** `_system/frontend/scheduledJobs`: a waiting or running job. The next one comes first. Times in milliseconds since 1970. */
export interface WaitingJob {
  _id: string;
  name: string;
  args: unknown[];
  scheduledTime: number;
  state: { kind: string };
}

/** `_system/frontend/listCronJobs`. */
export interface CronJob {
  name: string;
  path: string;
  /** JSON text of the arguments object. */
  args: string;
  schedule: { type: string } & Record<string, unknown>;
  nextRun: number;
  lastRun: { scheduledTime: number; state: { kind: string; error?: string } } | null;
}

/** A `_storage` document with its URL. */
export interface FileDocument {
  _id: string;
  _creationTime: number;
  sha256: string;
  size: number;
  contentType?: string;
  url: string | null;
}

/** The times (ms) of a function's executions that `npx convex logs` still has. */
export interface FunctionTimes {
  path: string;
  componentPath: string;
  udfType: string;
  calls: number;
  failures: number;
  meanMs: number;
  longestMs: number;
}

/** `GET /api/local/health`. Counts are since the start of the process. The reader calculates rates. */
export interface HealthReport {
  uptimeSeconds: number;
  /** Memory of the whole process, with all threads. */
  memoryBytes: number;
  cpuSeconds: number;
  databaseBytes: number;
  sockets: number;
  liveQueries: number;
  commits: number;
  executions: number;
  failures: number;
  slowest: FunctionTimes[];
}
