/** Who is at the festival: ticket codes, and the organisers' rules about them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { savedRules, ticketCounts, ticketDouble } from "../validators/tickets";

export const ticketsTables = {
  /** A ticket that organisers uploaded. Its code is stored as a keyed hash and cannot be read back. */
  tickets: defineTable({
    codeHash: v.string(),
    /** The organisers' name for this kind of ticket, such as "Day pass". */
    label: v.optional(v.string()),
    /** The owner. Absent: unclaimed or released. A user has at most one ticket. */
    userId: v.optional(v.id("users")),
    claimedAt: v.optional(v.number()),
    /** When it was checked at the door, in ms, and which member of the staff checked it. */
    arrivedAt: v.optional(v.number()),
    arrivedBy: v.optional(v.id("users")),
    /** The key of that check, so that resending the check returns the same result. */
    arrivedKey: v.optional(v.string()),
    /** When an organiser last released it, in ms. A check made before that counts for the previous owner. */
    releasedAt: v.optional(v.number()),
    /** True if an owner deleted their account before arriving. The next claim treats the ticket as released. */
    hadOwner: v.optional(v.literal(true)),
    /** True if the owner arrived with the ticket and then deleted their account. It cannot be claimed until an organiser releases it. */
    spent: v.optional(v.literal(true)),
  })
    .index("by_codeHash", ["codeHash"])
    .index("by_userId_and_arrivedAt", ["userId", "arrivedAt"]),

  /**
   * A ticket that let a second person in, on a phone without a network. `key`, `at` and `by` belong to the later check. `firstAt` is the
   * time (ms) of the check that counts.
   */
  ticketDoubles: defineTable(ticketDouble.extend({ by: v.id("users") })).index("by_key", ["key"]),

  /** The number of tickets, sharded: the sum of all rows counts. */
  ticketCounts: defineTable(ticketCounts.extend({ shard: v.number() })).index("by_shard", ["shard"]),

  /** One row: the rules on who may sign up and who gets the mark. Absent until an organiser saves them. */
  ticketRules: defineTable(savedRules),
};
