import type { BackupName } from "../contract/backups";
import type { Condition, CronJob, DocumentPage, TableShape, WaitingJob } from "../contract/dashboard";

/**
 * What a system query (`_system/…`, admins only, by `run` and `subscribe` as any other) may read. Bodies live in
 * `systemQueries.ts` as `export const systemQueries: Record<string, SystemQuery>`, keyed by the path as clients
 * send it (`_system/cli/tables`, `_system/cli/modules:apiSpec`), run in the worker, and are live through these reads.
 */
export type SystemQuery = (read: SystemReader, args: Record<string, unknown>) => unknown;

export interface SystemReader {
  /** The component of a query: `componentId` among the arguments, else the `componentPath` of the call. */
  componentPath: string;
  cloudUrl: string;
  /** Names of the tables that exist, system ones not. */
  tables(): string[];
  count(table: string): number;
  /** Any value that changes with the table. */
  version(table: string): string;
  /** Documents (as Convex JSON values) by creation time after an opaque cursor. `cursor` is null at the end. */
  page(
    table: string,
    order: "asc" | "desc",
    cursor: string | null,
    size: number,
  ): { documents: unknown[]; cursor: string | null };
  /** Documents that pass all conditions, system tables too; no more than a few thousand are looked at. */
  documents(table: string, request: DocumentsRequest): DocumentPage<unknown>;
  /** A table in the schema. */
  schema(table: string): Omit<TableShape, "count">;
  /** The number of documents, counted no further than a limit. */
  countTo(table: string, limit: number): number;
  /** Scheduled functions that have not ended, the next one first. */
  waitingJobs(most: number): WaitingJob[];
  crons(): CronJob[];
  /** Where the bytes of a `_storage` document are. */
  fileUrl(document: unknown): string | null;
  /** How exports and imports are getting on, null if there was none. */
  backup(name: BackupName): unknown;
  environment(): Record<string, string>;
  /** By module path without `.js`, as in start_push's analysis: {functions, httpRoutes, …}. */
  modules(): Record<string, unknown>;
  /** Every instance but the app itself. */
  components(): { path: string; name: string; args: Record<string, unknown> }[];
}

/** A page of a table. */
export interface DocumentsRequest {
  order: "asc" | "desc";
  conditions: readonly Condition[];
  cursor: string | null;
  size: number;
}
