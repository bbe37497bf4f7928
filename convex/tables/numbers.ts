/** What is counted for organisers, and what everybody may know of how it goes. Nobody's id is in it. */
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { numbersNow, publicStatus, someCounts } from "../validators/numbers";

export const numbersTables = {
  /**
   * What one transaction did, until a job adds it to the counts a minute later. Each writes a row of its own, so counting makes no two of
   * them conflict.
   */
  tallies: defineTable({
    counts: someCounts,
    /** Who did it, as a number that is made of their id. */
    who: v.optional(v.number()),
  }),

  /** What was counted in an hour or on a festival day. Only the job writes it. */
  counts: defineTable({
    span: literals("hour", "day"),
    /** Hours or festival days since 1970, as festival clocks show them. */
    at: v.number(),
    counts: someCounts,
    /** The most people who were there at the same time. */
    people: v.number(),
  }).index("by_span_and_at", ["span", "at"]),

  /** In which stretch of five minutes somebody did something last; the row goes soon after. */
  activePeople: defineTable({ who: v.number(), stretch: v.number() })
    .index("by_who", ["who"])
    .index("by_stretch", ["stretch"]),

  /** One row: how many did something in the current stretch of five minutes, and in the one before. */
  activity: defineTable({ stretch: v.number(), people: v.number(), before: v.number() }),

  /** One row: what is so now. */
  numbersNow: defineTable(numbersNow),

  /** One row: how often services answered and failed, in each of the latest minutes in which they did. */
  serviceMinutes: defineTable({ minutes: v.array(v.object({ minute: v.number(), counts: someCounts })) }),

  /** One row: what everybody may know. */
  serviceStatus: defineTable(publicStatus),
};
