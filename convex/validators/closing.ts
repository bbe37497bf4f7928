/** The shapes of closing a festival. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { feature, orderStatus } from "./payments";

const instant = v.union(v.number(), v.null());

/** A closing as it is kept. Times in ms. */
export const storedClosing = v.object({
  /** ISO date. Another one in the settings is another festival, with a closing of its own. */
  lastDay: v.string(),
  /** When this last day was saved, or first seen where it comes from the environment. */
  since: v.number(),
  /** The day that an organiser chose for the erasing, as an ISO date. Absent: the default. */
  erasesOn: v.optional(v.string()),
  /** An organiser confirmed that day by their password: a day's notice is enough. */
  isSooner: v.optional(v.literal(true)),
  /** When everybody was told. The announcement that says so has the same time. */
  announcedAt: v.optional(v.number()),
  /** Since when the app is closed. Guards look for it. */
  stoppedAt: v.optional(v.number()),
  startedAt: v.optional(v.number()),
  doneAt: v.optional(v.number()),
});

/** One table of an erasing. `_storage` stands for stored files. */
export const erasureStep = v.object({
  table: v.string(),
  /** Rows before: all, and those that stay. */
  before: v.number(),
  erased: v.number(),
  /** Rows after; absent until they are counted. */
  after: v.optional(v.number()),
});

/** What of a member is searched for. */
export const canaryKind = literals("name", "handle", "address", "phone", "photo");

/** A canary that was found, and in which table. */
export const foundCanary = v.object({ kind: canaryKind, table: v.string() });

/** What was found by the search for what must be gone. */
export const proof = v.object({
  at: v.number(),
  /** How many canaries were searched for, and which were found. */
  picked: v.number(),
  found: v.array(foundCanary),
  /** Texts that were searched. */
  texts: v.number(),
  /** Rows and files that should have gone. */
  left: v.number(),
});

export const phase = literals("count", "erase", "check", "done");

export const erasureRun = v.object({
  closing: v.id("closings"),
  phase,
  /** Which step the phase is at, and where in its table. */
  at: v.number(),
  cursor: v.union(v.string(), v.null()),
  /** Counts the batches: a batch of an earlier number does nothing, so there is one chain of them. */
  turn: v.number(),
  movedAt: v.number(),
  steps: v.array(erasureStep),
  /** How often something was left behind and everything erased once more. */
  rounds: v.number(),
  /** Of the check that is under way. */
  found: v.array(foundCanary),
  texts: v.number(),
  left: v.number(),
  proof: v.optional(proof),
});

export const canary = v.object({
  closing: v.id("closings"),
  kind: canaryKind,
  /** In characters. Of a photo the hash of its file is searched for. */
  length: v.number(),
  /** Of a few bits, so that few texts have to be hashed. */
  mark: v.number(),
  hash: v.string(),
});

/** What organisers see. Times in ms; dates as ISO dates. Null days: the festival has none, and nothing closes by itself. */
export const closingStatus = v.object({
  festival: v.string(),
  stage: literals("planned", "announced", "stopped", "erasing", "done"),
  lastDay: v.union(v.string(), v.null()),
  erasesOn: v.union(v.string(), v.null()),
  /** The last day that an organiser may choose. */
  latestDay: v.union(v.string(), v.null()),
  /** From when on an organiser may erase everybody at once; null: nothing is announced yet. */
  endableAt: instant,
  announcesAt: instant,
  stopsAt: instant,
  erasesAt: instant,
  announcedAt: instant,
  stoppedAt: instant,
  startedAt: instant,
  doneAt: instant,
  phase: v.union(phase, v.null()),
  /** How many transactions it took so far. */
  batches: v.number(),
  steps: v.array(erasureStep.extend({ kept: v.union(v.string(), v.null()) })),
  proof: v.union(proof, v.null()),
});

/** An order as the law wants it kept, with no person. Amounts in minor units, times in ms. */
export const keptOrder = v.object({
  orderId: v.string(),
  feature,
  amount: v.number(),
  currency: v.string(),
  status: orderStatus,
  orderedAt: v.number(),
  paidAt: instant,
  refundId: v.union(v.string(), v.null()),
  refundedAt: instant,
});

export const keptOrders = v.object({ rows: v.array(keptOrder), next: v.union(v.string(), v.null()) });

/** How far the app is with its end, as everybody may know. */
export const appState = literals("open", "closed", "erased");
