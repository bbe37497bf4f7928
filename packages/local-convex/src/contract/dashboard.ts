/**
 * What the dashboard and the deployment say to each other, beside what the command line asks: arguments and results of the
 * `_system/frontend/…` functions and of `/api/local/health`. Values of documents are Convex JSON.
 */

/** One comparison that documents have to pass. Without `value`: with the field missing. */
export interface Condition {
  field: string;
  op: "eq" | "neq" | "lt" | "lte" | "gt" | "gte";
  value?: unknown;
}

/** `_system/frontend/paginatedTableDocuments`: one page, and how far was looked for it. */
export interface DocumentPage<Document = Record<string, unknown>> {
  page: Document[];
  isDone: boolean;
  continueCursor: string;
  /** How many documents were read. A page may hold few of them, or none. */
  looked: number;
  /** The index that was used, null for the order of creation. */
  index: string | null;
}

/** `_system/frontend/tableShape`: a table's schema. */
export interface TableShape {
  indexes: { name: string; fields: string[] }[];
  /** The validator of its documents, as `exportArgs` writes one; null if anything goes. */
  documentType: unknown;
  /** Up to `COUNTED`: then there are more. */
  count: number;
}

/** No table is counted further: a count of a large one would read all of it. */
export const COUNTED = 1_000;

/** `_system/frontend/scheduledJobs`: what waits or runs, the next one first. Times in milliseconds since 1970. */
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
  /** JSON text of the one arguments object. */
  args: string;
  schedule: { type: string } & Record<string, unknown>;
  nextRun: number;
  lastRun: { scheduledTime: number; state: { kind: string; error?: string } } | null;
}

/** A document of `_storage` with where its bytes are. */
export interface FileDocument {
  _id: string;
  _creationTime: number;
  sha256: string;
  size: number;
  contentType?: string;
  url: string | null;
}

/** The cost of functions of one name, among the executions kept for `npx convex logs`. Milliseconds. */
export interface FunctionTimes {
  path: string;
  componentPath: string;
  udfType: string;
  calls: number;
  failures: number;
  meanMs: number;
  longestMs: number;
}

/** `GET /api/local/health`. Counts are since the start of the process: rates are for the reader to work out. */
export interface HealthReport {
  uptimeSeconds: number;
  /** Of the whole process, with all threads. */
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
