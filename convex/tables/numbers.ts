/** Counts for organisers, and the public status. No row holds a user's id. */
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { numbersNow, publicStatus, someCounts } from "../validators/numbers";

export const numbersTables = {
  /**
   * What one transaction did. A job adds it to the counts a minute later. Each transaction inserts its own row, so counting causes
   * no conflicts.
   */
  tallies: defineTable({
    counts: someCounts,
    /** The person who did it, as a number derived from their id. */
    who: v.optional(v.number()),
  }),

  /** The counts of an hour or a festival day. Only the job writes it. */
  counts: defineTable({
    span: literals("hour", "day"),
    /** Hours or festival days since 1970, in festival time. */
    at: v.number(),
    counts: someCounts,
    /** The most people who were active at the same time. */
    people: v.number(),
  }).index("by_span_and_at", ["span", "at"]),

  /** The five-minute bucket in which a person was last active. Deleted soon after. */
  activePeople: defineTable({ who: v.number(), bucket: v.number() })
    .index("by_who", ["who"])
    .index("by_bucket", ["bucket"]),

  /** One row: how many people were active in the current five-minute bucket, and in the one before. */
  activity: defineTable({ bucket: v.number(), people: v.number(), before: v.number() }),

  /** One row: the current figures. */
  numbersNow: defineTable(numbersNow),

  /** One row: successes and failures of each service, for the latest minutes that have any. */
  serviceMinutes: defineTable({ minutes: v.array(v.object({ minute: v.number(), counts: someCounts })) }),

  /** One row: the public status. */
  serviceStatus: defineTable(publicStatus),
};
