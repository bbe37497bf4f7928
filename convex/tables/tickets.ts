/** Who is at the festival: the codes of tickets, and what organisers settled about them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { savedRules } from "../validators/tickets";

export const ticketsTables = {
  /** A ticket that organisers uploaded. Its code is stored as a keyed hash, from which it cannot be read back. */
  tickets: defineTable({
    codeHash: v.string(),
    /** What the organisers call tickets of its kind, such as "Day pass". */
    label: v.optional(v.string()),
    /** Whose it is. Absent: nobody has claimed it, or it was released. One user has one ticket at most. */
    userId: v.optional(v.id("users")),
    claimedAt: v.optional(v.number()),
    /** When it was checked at the door, in ms, and by whom of the staff. */
    arrivedAt: v.optional(v.number()),
    arrivedBy: v.optional(v.id("users")),
    /** The key of that check, so that the same one sent again is answered alike. */
    arrivedKey: v.optional(v.string()),
    /** When an organiser released it last, in ms. A check that was made before is about whoever had it then. */
    releasedAt: v.optional(v.number()),
    /** An owner deleted the account before they arrived: from the next claim on it is another's, as after a release. */
    hadOwner: v.optional(v.literal(true)),
    /** Its owner arrived with it and deleted the account. Nobody can claim it until an organiser releases it. */
    spent: v.optional(v.literal(true)),
  })
    .index("by_codeHash", ["codeHash"])
    .index("by_userId_and_arrivedAt", ["userId", "arrivedAt"]),

  /**
   * Somebody who was let in by a ticket by which another was before, on a phone without a network. `key`, `at` and `by` are of
   * the later check, `firstAt` of the one that counts, in ms.
   */
  ticketDoubles: defineTable({
    key: v.string(),
    at: v.number(),
    by: v.id("users"),
    firstAt: v.number(),
  }).index("by_key", ["key"]),

  /** How many tickets there are, in shards: the sum of all rows counts. */
  ticketCounts: defineTable({
    shard: v.number(),
    uploaded: v.number(),
    claimed: v.number(),
    arrived: v.number(),
  }).index("by_shard", ["shard"]),

  /** One row: who may sign up and who has the mark. None until an organiser has saved it. */
  ticketRules: defineTable(savedRules),
};
