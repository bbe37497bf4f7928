/**
 * The contract between the two threads of a deployment.
 *
 * FRONT (main thread): sockets, HTTP, protocol, token verification. Knows no documents.
 * CORE (one worker per push): modules, database, live queries, scheduler. Knows no sockets.
 *
 * Documents, arguments and results cross as Convex JSON *text*, so that nothing is parsed twice.
 * Messages are first in, first out, and the core runs one query or mutation at a time, in batches that share a commit.
 * Each batch arrives in this order, within one turn of the event loop and nothing else between:
 *   1. the promises of its `run` calls settle, and everything chained to them by promises alone has run;
 *   2. `changed(ts, results)` is called once if the batch had a mutation, ALSO WHEN `results` IS EMPTY: only now may a
 *      transition at `ts` be sent, to those whose results are named and to those whose mutation was answered in step 1;
 *   3. the promises of its `subscribe` calls settle, with the same `ts`.
 * Therefore: at step 2 and after, every live result not named since is still right at `ts`. A transition needs no more.
 */
import type { BackupName, ExportRequest, Import, Snapshot, TableChange, TableColumns } from "./backups";
import type { ActivePush, PushAnalysis, PushConfig, PushDiff, SchemaCheck } from "./push";
import type { SerializedError } from "../errors";

/** Commit time: nanoseconds since 1970, strictly increasing across restarts. */
export type Timestamp = bigint;

/** JSON text of the verified identity (tokenIdentifier, issuer, subject, claims…). Null: not signed in. */
export type IdentityText = string | null;

export type UdfType = "query" | "mutation" | "action";

/** The rights of a call. Only "admin" may name a component or an internal function. */
export type Caller = "client" | "admin";

/** Names one call of one client, so that a call sent twice runs once. */
export interface IdempotencyKey {
  sessionId: string;
  requestId: number;
  /** The identity that calls. Only the same identity is given a recorded result. */
  callerHash: string;
}

/** Where a call comes from, as `ctx.meta.getRequestMetadata` returns it. */
export interface Sender {
  ip: string | null;
  userAgent: string | null;
}

export interface FunctionCall {
  /** "any" accepts every type of function (`convex run`). */
  udfType: UdfType | "any";
  /** `mod/sub:fn`; `mod/sub` means its default export. */
  path: string;
  componentPath: string;
  /** JSON text of the one arguments object. */
  args: string;
  identity: IdentityText;
  caller: Caller;
  requestId: string;
  /** Mutations over a socket: a call with a key seen before gets the recorded result, without running again. */
  idempotencyKey?: IdempotencyKey;
  /** The raw bearer token, for `ctx.auth`-adjacent metadata only. */
  authToken?: string | null;
  sender?: Sender | null;
}

export type FunctionOutcome = {
  udfType: UdfType;
  /** `[LOG] 'text'` lines, in order. */
  logLines: string[];
  /** The newest commit that the value includes. For a mutation: its own commit, on disk before this is sent. */
  ts: Timestamp;
} & ({ ok: true; value: string } | { ok: false; error: SerializedError });

export interface LiveQuery {
  path: string;
  componentPath: string;
  args: string;
  identity: IdentityText;
  caller: Caller;
  journal: string | null;
}

/** A live query's new result. Sent only when it differs from the last one, once for all that share it. */
export interface LiveResult {
  ids: number[];
  journal: string | null;
  logLines: string[];
  outcome: { ok: true; value: string } | { ok: false; error: SerializedError };
}

/** Events of the core, in commit order, after the outcomes of the mutations that caused them. */
export interface CoreEvents {
  /** After every batch of commits: all live results that became different, at one timestamp. May be empty (see top). */
  changed(ts: Timestamp, results: LiveResult[]): void;
  /** One finished function, for `npx convex logs`. */
  logged(entry: LogEntry): void;
  /**
   * The worker died (endless loop, out of memory); a new one is being started. Promises of calls in flight have been
   * rejected with an error named "CoreRestarted": whether such a mutation happened is unknown, so drop the sockets that wait for one; their clients resend
   * it and `idempotencyKey` decides. Live queries are kept: they are run again and come by `changed`.
   */
  restarted(): void;
  /** The start had no time to check all tables of a large database. */
  checkedInPart(report: { checked: number; tables: number }): void;
  /**
   * A commit could not be written to the disk. Nothing in memory may be trusted or returned from now on, so this
   * must end the process; what was answered before is on the disk.
   */
  syncFailed(reason: string): void;
  /** Before the first answer, and after every activated push or changed environment: what tokens are checked against. */
  activated(push: ActivePush): void;
}

export interface LogEntry {
  path: string;
  componentPath: string;
  udfType: UdfType | "httpAction";
  logLines: string[];
  error: string | null;
  /** Seconds since 1970. */
  timestamp: number;
  /** Seconds. */
  executionTime: number;
  requestId: string;
  /** The reads and writes of the call and its nested calls in their transaction. Null for actions: their calls log their own. */
  usage: { documentsRead: number; bytesRead: number; documentsWritten: number; bytesWritten: number } | null;
  /** Run by the scheduler or a cron job, so no caller learns of a failure. */
  isScheduled: boolean;
}

export interface HttpCall {
  method: string;
  /** Full URL, rebuilt from scheme, Host and path. */
  url: string;
  headers: [string, string][];
  body: Uint8Array | null;
  identity: IdentityText;
  requestId: string;
  /** A failure is shown by its request id only. */
  redact: boolean;
  sender?: Sender | null;
}

export interface HttpActionResponse {
  status: number;
  headers: [string, string][];
  /** Chunks as the function writes them. */
  body: AsyncIterable<Uint8Array>;
  /** Stops the function: the client has gone away. */
  cancel(): void;
}

/** The requests of the front. `Core` in host.ts is it; tests start one with `testing/core.ts`. */
export interface CoreApi {
  /** Resolves when calls can be run; earlier calls wait. Rejects with DamagedDatabase, and then nothing was changed. */
  start(): Promise<void>;
  /** Calls may be pipelined: they run in the order of document. */
  run(call: FunctionCall): Promise<FunctionOutcome>;
  http(call: HttpCall): Promise<HttpActionResponse>;
  /** Starts a live query under an id of the caller's. Its first result comes back here, later ones by `changed`. Identical ones share their runs. */
  subscribe(id: number, query: LiveQuery): Promise<{ ts: Timestamp; result: LiveResult }>;
  unsubscribe(id: number): void;
  /** Newest commit. */
  timestamp(): Promise<Timestamp>;
  /** Moves the clock of commits to at least `ts` (a client has seen that much: the database is an older copy). */
  advance(ts: Timestamp): Promise<void>;

  /** Evaluates everything pushed, in a new worker, without visible effect. Rejects with an error that has a `code`. */
  analyzePush(push: PushConfig): Promise<PushAnalysis>;
  /** Returns whether the documents fit an analysed push's schema. Changes nothing. */
  checkSchema(pushId: string): Promise<SchemaCheck>;
  /** Makes indexes, checks documents, switches. Live queries go on. Rejects with a `code`, then nothing changed. */
  activatePush(pushId: string): Promise<PushDiff>;
  /** Returns the running push, or null before the first. */
  activePush(): Promise<ActivePush | null>;

  /** The deployment's variables by name. */
  environment(): Promise<Record<string, string>>;
  /** All or none; null removes. Everything is loaded again and every live query run again. */
  setEnvironment(changes: { name: string; value: string | null }[]): Promise<void>;

  /** True while a token from a function's `generateUploadUrl` is valid (1 hour). */
  checkUploadToken(token: string): Promise<boolean>;
  /** Takes an upload: moves the file in and makes its `_storage` document in one commit. */
  storeFile(file: UploadedFile): Promise<{ storageId: string }>;
  /** By the secret name in the URL `<cloudUrl>/api/storage/<uuid>`. */
  findFile(uuid: string): Promise<StoredFile | null>;

  /** Writes all documents of one moment below `folder`. */
  snapshot(folder: string, includeStorage: boolean): Promise<Snapshot>;
  /** Copies database, files and functions of one moment into a new folder while calls continue. Returns the folder, which the caller removes. */
  copy(): Promise<string>;
  /** One page of a streaming export, as the JSON text of its answer. Rejects with an error that has a `code`. */
  exportPage(request: ExportRequest): Promise<string>;
  /** The tables that a streaming export takes along. */
  tableColumns(): Promise<TableColumns[]>;
  /** Returns what an import would add and delete. Rejects if it is impossible. */
  planImport(wanted: Import): Promise<TableChange[]>;
  /** All of an import in one commit, or nothing; never beside a push, which makes tables too. Gives the number of documents added. */
  performImport(wanted: Import): Promise<number>;
  /** Stores the progress of an export or import, as Convex JSON, for the system query that the CLI watches. */
  noteBackup(name: BackupName, state: unknown): Promise<void>;

  stop(): Promise<void>;
}

export interface CoreOptions {
  /** Data directory of this deployment; made if missing. */
  dir: string;
  /** Directory of the project, for the packages of "use node" modules. Its node_modules is looked up from here. */
  projectDir: string;
  /** The bundled worker.js. */
  workerUrl: URL;
  /** Origins without a slash at the end: CONVEX_CLOUD_URL and CONVEX_SITE_URL of the functions. */
  cloudUrl: string;
  siteUrl: string;
  /** Processor time, in milliseconds, after which a function that does not give up control is ended; as in production if left out. */
  busyMs?: number | undefined;
  /** For so long, in milliseconds, a push or a changed variable waits for actions that run. */
  actionsMs?: number | undefined;
  events: CoreEvents;
}

export interface UploadedFile {
  token: string;
  /** Complete file below `<dir>/files/tmp/` (that directory exists after `start`). */
  temporaryPath: string;
  size: number;
  /** Base64. */
  sha256: string;
  contentType: string | null;
}

export interface StoredFile {
  /** On this disk, complete, never written again. */
  path: string;
  size: number;
  contentType: string | null;
  /** Base64. */
  sha256: string;
}
