import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { orderFacts, orderStatus } from "./payments";

const instant = v.union(v.number(), v.null());

/** A stored closing. Times in ms. */
export const storedClosing = v.object({
  /** ISO date. A different last day in the settings means another festival with its own closing. */
  lastDay: v.string(),
  /** When this last day was saved, or when it was first seen in the environment. */
  since: v.number(),
  /** The day of the erasing that an organiser chose, as an ISO date. Absent: the default. */
  erasesOn: v.optional(v.string()),
  /** True if an organiser confirmed that day with their password, so a day's notice is enough. */
  isSooner: v.optional(v.literal(true)),
  /** When the closing was announced. The announcement has the same time. */
  announcedAt: v.optional(v.number()),
  /** When the app closed. Guards check it. */
  stoppedAt: v.optional(v.number()),
  startedAt: v.optional(v.number()),
  doneAt: v.optional(v.number()),
});

/** One table of an erasing. `_storage` stands for stored files. */
export const erasureStep = v.object({
  table: v.string(),
  /** Rows before the erasing: all of them, and the ones to keep. */
  before: v.number(),
  erased: v.number(),
  /** Rows after. Absent until they are counted. */
  after: v.optional(v.number()),
});

/** The kinds of members' values that are searched for. */
export const canaryKind = literals("name", "handle", "address", "phone", "photo");

export const foundCanary = v.object({ kind: canaryKind, table: v.string() });

/** The result of the search after an erasing. */
export const proof = v.object({
  at: v.number(),
  /** How many canaries were searched for, and which were found. */
  picked: v.number(),
  found: v.array(foundCanary),
  /** How many strings were searched. */
  texts: v.number(),
  /** Rows and files that should be gone and are not. */
  left: v.number(),
});

export const phase = literals("count", "erase", "check", "done");

export const erasureRun = v.object({
  closing: v.id("closings"),
  phase,
  /** The phase's current step, and the position in its table. */
  at: v.number(),
  cursor: v.union(v.string(), v.null()),
  /** Counts the batches. A batch with an earlier number does nothing, so only one chain of batches runs. */
  turn: v.number(),
  movedAt: v.number(),
  steps: v.array(erasureStep),
  /** How many times the erasing started over because rows were left. */
  rounds: v.number(),
  /** The canaries found by the running check. */
  found: v.array(foundCanary),
  texts: v.number(),
  left: v.number(),
  proof: v.optional(proof),
});

export const canary = v.object({
  closing: v.id("closings"),
  kind: canaryKind,
  /** In characters. A photo is found by its file's hash. */
  length: v.number(),
  /** A few bits of the hash, so that few pieces need hashing. */
  mark: v.number(),
  hash: v.string(),
});

/**
 * The closing as organisers see it. Times in ms, dates as ISO dates. Null days: the festival has none, and nothing closes automatically.
 */
export const closingStatus = v.object({
  festival: v.string(),
  stage: literals("planned", "announced", "stopped", "erasing", "done"),
  timeZone: v.string(),
  lastDay: v.union(v.string(), v.null()),
  erasesOn: v.union(v.string(), v.null()),
  /** The last day that an organiser may choose. */
  latestDay: v.union(v.string(), v.null()),
  /** The time from which an organiser may start the erasing by hand. Null: the closing is not announced. */
  endableAt: instant,
  announcesAt: instant,
  stopsAt: instant,
  erasesAt: instant,
  announcedAt: instant,
  stoppedAt: instant,
  startedAt: instant,
  doneAt: instant,
  phase: v.union(phase, v.null()),
  /** Transactions so far. */
  batches: v.number(),
  steps: v.array(erasureStep.extend({ kept: v.union(v.string(), v.null()) })),
  proof: v.union(proof, v.null()),
});

/** An order in the form that the law requires us to keep: without the buyer. Times in ms. */
export const retainedOrder = orderFacts.extend({
  status: orderStatus,
  orderedAt: v.number(),
  paidAt: instant,
  refundId: v.union(v.string(), v.null()),
  refundedAt: instant,
});

export const retainedOrders = v.object({ rows: v.array(retainedOrder), next: v.union(v.string(), v.null()) });

export const appState = literals("open", "closed", "erased");
