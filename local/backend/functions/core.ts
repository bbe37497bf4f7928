/**
 * The contract between the two threads of a deployment.
 *
 * FRONT (main thread): sockets, HTTP, protocol, token verification. Knows no documents.
 * CORE (one worker per push): modules, database, live queries, scheduler. Knows no sockets.
 *
 * Documents, arguments and results cross as Convex JSON *text*, so that nothing is parsed twice.
 * Messages are first in, first out, and the core runs one query or mutation at a time. Therefore: whatever a message
 * with timestamp `ts` says, every live result not named since is still right at `ts`. A transition needs nothing more.
 */
import type { SerializedError } from "./errors";

/** Commit time: nanoseconds since 1970, strictly increasing across restarts. */
export type Timestamp = bigint;

/** JSON text of the verified identity (tokenIdentifier, issuer, subject, claims…), or null for nobody. */
export type IdentityText = string | null;

export type UdfType = "query" | "mutation" | "action";

/** Who asks. Only "admin" may name a component or an internal function. */
export type Caller = "client" | "admin";

export interface FunctionCall {
  /** "any" takes whatever type the function has (`convex run`). */
  udfType: UdfType | "any";
  /** `mod/sub:fn`; `mod/sub` means its default export. */
  path: string;
  componentPath: string;
  /** JSON text of the one arguments object. */
  args: string;
  identity: IdentityText;
  caller: Caller;
  requestId: string;
  /** Mutations over a socket: a call with a pair seen before answers what it answered then, without running. */
  once?: { sessionId: string; requestId: number };
  /** The raw bearer token, for `ctx.auth`-adjacent metadata only. */
  authToken?: string | null;
}

export type FunctionOutcome = {
  udfType: UdfType;
  /** `[LOG] 'text'` lines, in order. */
  logLines: string[];
  /** Newest commit that the answer stands on. For a mutation: its own commit, on disk before this is sent. */
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

/** One live query's new result. Sent only when it differs from the last one. */
export interface LiveResult {
  id: number;
  journal: string | null;
  logLines: string[];
  outcome: { ok: true; value: string } | { ok: false; error: SerializedError };
}

/** What the core tells unasked, in commit order, after the outcomes of the mutations it comes from. */
export interface CoreEvents {
  /** Every commit that changed some live result: all of them at one timestamp. */
  changed(ts: Timestamp, results: LiveResult[]): void;
  /** One finished function, for `npx convex logs`. */
  logged(entry: LogEntry): void;
  /** The worker died (endless loop, out of memory); a new one is being started. Calls in flight have failed. */
  restarted(): void;
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
}

export interface HttpCall {
  method: string;
  /** Full URL, rebuilt from scheme, Host and path. */
  url: string;
  headers: [string, string][];
  body: Uint8Array | null;
  identity: IdentityText;
  requestId: string;
}

export interface HttpAnswer {
  status: number;
  headers: [string, string][];
  /** Chunks as the function writes them. */
  body: AsyncIterable<Uint8Array>;
}

/** What the front may ask. Implemented by `Core` in this folder; the worker is its only other end. */
export interface CoreApi {
  run(call: FunctionCall): Promise<FunctionOutcome>;
  http(call: HttpCall): Promise<HttpAnswer>;
  /** Starts a live query under an id of the caller's. Its first result comes back here, later ones by `changed`. Identical ones share their runs. */
  subscribe(id: number, query: LiveQuery): Promise<{ ts: Timestamp; result: LiveResult }>;
  unsubscribe(id: number): void;
  /** Newest commit. */
  timestamp(): Promise<Timestamp>;
  stop(): Promise<void>;
}
