/** The shapes of the figures: the counts, and the state of the services. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { counters } from "../shared/numbers";
import { recordOf } from "../shared/records";

/** The counts of one transaction, hour or day. Absent: zero. */
export const someCounts = v.object(recordOf(counters, () => v.optional(v.number())));

/** The counts of an hour or a day. `from`: in festival time, `2030-01-31T18:00`, or the date of a festival day. */
export const countedSpan = v.object({
  from: v.string(),
  counts: v.object(recordOf(counters, () => v.number())),
  /** The most people who were here at the same time. */
  people: v.number(),
});

/** The current figures, at most a minute old. Times in ms since 1970. */
export const numbersNow = v.object({
  /** When counting began. Null: not yet. */
  since: v.union(v.number(), v.null()),
  /** How many people were active within the last five to ten minutes. */
  people: v.number(),
  /** Up to `limits.mailsCounted`, with sign-up codes. */
  mailsWaiting: v.number(),
  /** The sign-up codes among them, and when the longest wait of a code began. */
  codesWaiting: v.optional(v.number()),
  oldestCode: v.optional(v.union(v.number(), v.null())),
  profilesWaiting: v.number(),
  /** When the longest wait of a profile began. */
  oldestProfile: v.union(v.number(), v.null()),
});

/** The state of a service. `since`: about when it became slow. */
export const serviceState = v.object({ state: literals("working", "slow"), since: v.union(v.number(), v.null()) });

/** Current queue sizes, as the job reads them. `lateMails`: the state of the mails that were not accepted. Null: there are none. */
export const observedNow = numbersNow.pick("mailsWaiting", "profilesWaiting", "oldestProfile").extend({
  codesWaiting: v.number(),
  oldestCode: v.union(v.number(), v.null()),
  lateMails: v.union(serviceState, v.null()),
  reviewMinutes: v.union(v.number(), v.null()),
});

export const publicStatus = v.object({
  approvals: serviceState,
  mails: serviceState,
  payments: serviceState,
  /** About how long a new profile waits now: see `reviewMinutes` in `model/numbers/decisionCounts.ts`. Absent or null: unknown. */
  reviewMinutes: v.optional(v.union(v.number(), v.null())),
  /** When a service last changed its state. Null: never, as far as is known. */
  changedAt: v.union(v.number(), v.null()),
});
