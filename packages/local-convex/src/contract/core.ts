/**
 * The contract between the two threads of a deployment.
 *
 * FRONT (main thread): sockets, HTTP, protocol, token verification. Knows no documents.
 * CORE (one worker per push): modules, database, live queries, scheduler. Knows no sockets.
 *
 * Documents, arguments and results cross as Convex JSON *text*, so that nothing is parsed twice.
 * Messages are first in, first out. The core runs one query or mutation at a time, in batches that share a commit.
 * Each batch arrives within one turn of the event loop, with nothing in between, in this order:
 *   1. The promises of its `run` calls settle. Everything chained to them only by promises runs.
 *   2. If the batch had a mutation or changed results, `changed(ts, results)` is called once. `results` MAY BE EMPTY. Only now may the
 *      front send a transition at `ts`: to the subscribers of these results, and to the clients whose mutation settled in step 1.
 *   3. The promises of its `subscribe` calls settle, with the same `ts`.
 * So from step 2 on, every live result that `changed` has not replaced is still valid at `ts`. A transition needs no more.
 */
import type { BackupName, ExportRequest, Import, Snapshot, TableChange, TableColumns } from "./backups";
import type { ActivePush, PushAnalysis, PushConfig, PushDiff, SchemaCheck } from "./push";
import type { SerializedError } from "../errors";

/** Commit time: nanoseconds since 1970, strictly increasing across restarts. */
export type Timestamp = bigint;

/** JSON text of the verified identity (tokenIdentifier, issuer, subject, claims…). Null: not signed in. */
export type IdentityText = string | null;

type UdfType = "query" | "mutation" | "action";

/** The rights of a call. Only "admin" may name a component or an internal function. */
export type Caller = "client" | "admin";

/** Identifies a client's call, so that a call sent twice runs once. */
export interface IdempotencyKey {
  sessionId: string;
  requestId: number;
  /** Hash of the caller's identity. Only the same identity gets the recorded result. */
  callerHash: string;
}

/** A caller's IP address and user agent, as `ctx.meta.getRequestMetadata` returns them. */
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
  /** JSON text of the arguments object. */
  args: string;
  identity: IdentityText;
  caller: Caller;
  requestId: string;
  /** For mutations over a socket: a call with a known key gets the recorded result and does not run. */
  idempotencyKey?: IdempotencyKey;
  /** The raw bearer token, only for `getRequestMetadata`. */
  authToken?: string | null;
  sender?: Sender | null;
}

export type FunctionOutcome = {
  udfType: UdfType;
  /** `[LOG] 'text'` lines, in order. */
  logLines: string[];
  /** The newest commit that the value includes. For a mutation its own commit, which is on disk before this is sent. */
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

/** A live query's new result. Sent only when it differs from the last, once for all subscriptions that share it. */
export interface LiveResult {
  ids: number[];
  journal: string | null;
  logLines: string[];
  outcome: { ok: true; value: string } | { ok: false; error: SerializedError };
}

/** Events of the core, in commit order. An event comes after the outcomes of the mutations that caused it. */
export interface CoreEvents {
  /**
   * Called after every batch with a mutation or changed live results. `results`: all that changed, at one commit time. May be empty (see
   * top).
   */
  changed(ts: Timestamp, results: LiveResult[]): void;
  /** Called for each finished function, for `npx convex logs`. */
  logged(entry: LogEntry): void;
  /**
   * Called when the worker died (endless loop, out of memory) and a new one starts. Running calls have been rejected with an error named
   * "CoreRestarted". Whether such a mutation happened is unknown, so close the sockets that wait for one. Their clients resend it, and
   * `idempotencyKey` decides. Live queries stay: they rerun, and their results come by `changed`.
   */
  restarted(): void;
  /** Called when the start had no time to check all tables of a large database. */
  checkedInPart(report: { checked: number; tables: number }): void;
  /**
   * Called when a commit could not be synced to the disk. Nothing in memory can be trusted or returned from then on, so this must end the
   * process. Earlier responses are on disk.
   */
  syncFailed(reason: string): void;
  /**
   * Called before the first response, and after every activated push or changed environment, with the providers to check tokens against.
   */
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
  /** True if the scheduler or a cron job ran it, so no caller sees a failure. */
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
  /** True if a failure's response may contain only the request id. */
  redact: boolean;
  sender?: Sender | null;
}

export interface HttpActionResponse {
  status: number;
  headers: [string, string][];
  /** Chunks as the function writes them. */
  body: AsyncIterable<Uint8Array>;
  /** Stops the function, because the client has disconnected. */
  cancel(): void;
}

/** The front's requests to the core. `Core` in host.ts implements it. Tests start one with `testing/core.ts`. */
export interface CoreApi {
  /** Resolves once calls can run. Earlier calls wait. Rejects with DamagedDatabase, and changes nothing then. */
  start(): Promise<void>;
  /** Runs a call. Calls run in the order they were sent, even if the sender does not wait. */
  run(call: FunctionCall): Promise<FunctionOutcome>;
  http(call: HttpCall): Promise<HttpActionResponse>;
  /**
   * Starts a live query under the caller's id. Resolves with its first result. Later ones come by `changed`. Identical queries share their
   * runs.
   */
  subscribe(id: number, query: LiveQuery): Promise<{ ts: Timestamp; result: LiveResult }>;
  unsubscribe(id: number): void;
  /** Resolves with the newest commit time. */
  timestamp(): Promise<Timestamp>;
  /** Moves the commit clock to at least `ts`. For a client that has seen a later commit, because the database is an older copy. */
  advance(ts: Timestamp): Promise<void>;

  /** Evaluates a push in a new worker. Activates nothing. Rejects with an error that has a `code`. */
  analyzePush(push: PushConfig): Promise<PushAnalysis>;
  /** Checks whether all documents match an analysed push's schema. Changes nothing. */
  checkSchema(pushId: string): Promise<SchemaCheck>;
  /**
   * Checks documents, creates indexes and activates the push. Live queries continue. Rejects with an error that has a
   * `code`, and changes nothing then.
   */
  activatePush(pushId: string): Promise<PushDiff>;
  /** Returns the running push, or null before the first. */
  activePush(): Promise<ActivePush | null>;

  /** The deployment's variables by name. */
  environment(): Promise<Record<string, string>>;
  /** Changes all variables or none. A null value removes one. Reloads all modules and reruns all live queries. */
  setEnvironment(changes: { name: string; value: string | null }[]): Promise<void>;

  /** True while a token from a function's `generateUploadUrl` is valid (1 hour). */
  checkUploadToken(token: string): Promise<boolean>;
  /** Stores an upload: moves the file and creates its `_storage` document in one commit. */
  storeFile(file: UploadedFile): Promise<{ storageId: string }>;
  /** Returns the file of a URL `<cloudUrl>/api/storage/<uuid>`, or null. */
  findFile(uuid: string): Promise<StoredFile | null>;

  /** Writes a consistent snapshot of all documents below `folder`. */
  snapshot(folder: string, includeStorage: boolean): Promise<Snapshot>;
  /**
   * Copies a consistent snapshot of database, files and functions into a new folder while calls continue. Returns the folder, which the
   * caller deletes.
   */
  copy(): Promise<string>;
  /** Returns a page of a streaming export as JSON text. Rejects with an error that has a `code`. */
  exportPage(request: ExportRequest): Promise<string>;
  /** Returns the tables of a streaming export, with their columns. */
  tableColumns(): Promise<TableColumns[]>;
  /** Returns what an import would add and delete. Rejects if it is impossible. */
  planImport(unpacked: Import): Promise<TableChange[]>;
  /**
   * Imports everything in one commit, or nothing. Never concurrent with a push, which also creates tables. Returns the number of added
   * documents.
   */
  performImport(unpacked: Import): Promise<number>;
  /** Stores the progress of exports or imports, as Convex JSON, for the system query that the CLI watches. */
  saveBackupState(name: BackupName, state: unknown): Promise<void>;

  stop(): Promise<void>;
}

export interface CoreOptions {
  /** Data directory of this deployment. Created if missing. */
  dir: string;
  /** Directory of the project, whose node_modules contains the packages of "use node" modules. */
  projectDir: string;
  /** The bundled worker.js. */
  workerUrl: URL;
  /** Origins without a trailing slash: CONVEX_CLOUD_URL and CONVEX_SITE_URL of the functions. */
  cloudUrl: string;
  siteUrl: string;
  /** Processor time (ms) after which a function that blocks the event loop is ended. Undefined: as in production. */
  busyMs?: number | undefined;
  /** Milliseconds that a push or a changed variable waits for running actions. */
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
  /** Path of the complete file, which never changes. */
  path: string;
  size: number;
  contentType: string | null;
  /** Base64. */
  sha256: string;
}
