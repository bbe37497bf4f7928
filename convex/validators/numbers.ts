/** The shapes of the numbers: what is counted, and what is known of the services. */
import { literals } from "convex-helpers/validators";
import { v, type VFloat64, type VOptional } from "convex/values";
import { counters, type Counter } from "../shared/numbers";

/** What one transaction adds, or all of an hour or a day. Absent: zero. */
export const someCounts = v.object(
  Object.fromEntries(counters.map((counter) => [counter, v.optional(v.number())])) as Record<
    Counter,
    VOptional<VFloat64>
  >,
);

const allCounts = Object.fromEntries(counters.map((counter) => [counter, v.number()])) as Record<Counter, VFloat64>;

/** What was counted in an hour or on a day. `from`: as festival clocks show it, `2030-01-31T18:00`, or the date of a festival day. */
export const countedSpan = v.object({
  from: v.string(),
  counts: v.object(allCounts),
  /** The most people who were there at the same time. */
  people: v.number(),
});

/** What is so now, or was a minute ago. Times in ms since 1970. */
export const numbersNow = v.object({
  /** Since when is counted. Null: not yet. */
  since: v.union(v.number(), v.null()),
  /** Who did something within the last five to ten minutes. */
  people: v.number(),
  /** Up to `limits.mailsCounted`, with sign-up codes. */
  mailsWaiting: v.number(),
  /** The sign-up codes among them, and since when the one waits that waits longest. */
  codesWaiting: v.optional(v.number()),
  oldestCode: v.optional(v.union(v.number(), v.null())),
  profilesWaiting: v.number(),
  /** Since when the profile waits that waits longest. */
  oldestProfile: v.union(v.number(), v.null()),
});

/** Whether something works. `since`: since when it is slow, roughly. */
export const serviceState = v.object({ state: literals("working", "slow"), since: v.union(v.number(), v.null()) });

/** What the job sees of what is so now. `lateMails`: how it is with mails that were not accepted; null: there are none. */
export const observedNow = v.object({
  mailsWaiting: v.number(),
  codesWaiting: v.number(),
  oldestCode: v.union(v.number(), v.null()),
  profilesWaiting: v.number(),
  oldestProfile: v.union(v.number(), v.null()),
  lateMails: v.union(serviceState, v.null()),
  reviewMinutes: v.union(v.number(), v.null()),
});

/** What everybody may know of how it goes. */
export const publicStatus = v.object({
  approvals: serviceState,
  mails: serviceState,
  payments: serviceState,
  /** About how long a new profile waits now: see `reviewMinutes` in `model/numbers/decisionCounts.ts`. Absent or null: nobody knows. */
  reviewMinutes: v.optional(v.union(v.number(), v.null())),
  /** When something began or ceased to work; null: never, as far as is known. */
  changedAt: v.union(v.number(), v.null()),
});
