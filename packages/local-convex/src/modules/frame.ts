import { AsyncLocalStorage } from "node:async_hooks";
import type { Usage } from "../database/limits";
import type { Stream } from "../database/scan";
import type { Transaction } from "../database/transaction";
import type { IdentityText, Sender } from "../contract/core";

type FrameKind = "query" | "mutation" | "action" | "httpAction";

/** State that a function and all its nested calls share. */
export interface Run {
  identity: IdentityText;
  /** True if the identity was read. If not, the result is the same for every caller. */
  identityUsed: boolean;
  requestId: string;
  authToken: string | null;
  /** The client's address. Null for scheduled functions. */
  sender: Sender | null;
  scheduledFunctionId: string | null;
  logLines: string[];
  /** Reads and writes so far. Null in actions, which have no transaction. */
  usage: Usage | null;
  /** The time (ms since 1970) that queries and mutations see throughout. */
  now: number;
  /** State of the random number generator of queries and mutations. */
  seed: number;
  /** Where the outermost function's `paginate` ended: last time, and this time. */
  journalIn: string | null;
  journalOut: string | null;
  /** True after a timeout. */
  aborted: boolean;
}

/** A running function. A syscall finds its frame by its asynchronous context. */
export interface Frame {
  readonly kind: FrameKind;
  readonly component: string;
  /** `mod:fn` */
  readonly path: string;
  readonly run: Run;
  /** Null in actions. */
  readonly transaction: Transaction | null;
  readonly depth: number;
  readonly streams: Map<number, Stream>;
  nextStream: number;
  /** True once it has read its only page. */
  paginated: boolean;
  /** A nested call in progress. Later syscalls wait for it, to run in order. */
  busy: Promise<unknown> | null;
  /** True once the function has returned or failed. */
  closed: boolean;
}

export const frames = new AsyncLocalStorage<Frame>();

export function currentFrame(): Frame {
  const frame = frames.getStore();
  if (frame === undefined) throw new Error("Convex's operations can only be used inside a function.");
  if (frame.closed || frame.run.aborted)
    throw new Error(`${frame.path} has already finished. Await all promises inside it.`);
  return frame;
}

export function inTransaction(frame: Frame): Transaction {
  if (frame.transaction === null)
    throw new Error("Actions cannot use the database directly. Call a query or mutation.");
  return frame.transaction;
}

/** Returns the frame if the current code runs in a query or mutation, which must be deterministic. Null otherwise. */
export function deterministicFrame(): Frame | null {
  const frame = frames.getStore();
  return frame !== undefined && frame.transaction !== null ? frame : null;
}

let nextSeed = 1;

export function newFrame(fields: Pick<Frame, "kind" | "component" | "path" | "run" | "transaction" | "depth">): Frame {
  return { ...fields, streams: new Map(), nextStream: 0, paginated: false, busy: null, closed: false };
}

/** Returns the run of a function that an action calls: same caller, same log. */
export function runFrom({ identity, requestId, authToken, sender, logLines }: Run, now: number): Run {
  return { ...newRun({ identity, requestId, authToken, sender }, now), logLines };
}

export function newRun(
  call: Pick<Run, "identity" | "requestId"> & {
    journal?: string | null;
    authToken?: string | null;
    sender?: Sender | null;
    scheduledFunctionId?: string;
  },
  now: number,
): Run {
  return {
    identity: call.identity,
    identityUsed: false,
    requestId: call.requestId,
    authToken: call.authToken ?? null,
    sender: call.sender ?? null,
    scheduledFunctionId: call.scheduledFunctionId ?? null,
    logLines: [],
    usage: null,
    now,
    seed: (now ^ nextSeed++) | 0,
    journalIn: call.journal ?? null,
    journalOut: null,
    aborted: false,
  };
}
