/** What a member has not seen yet: matches and likes. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const matchesTables = {
  /** A match that is new to one of its two people. Deleted once they have seen it in both places, or with the match. */
  unseenMatches: defineTable({
    userId: v.id("users"),
    match: v.id("matches"),
    other: v.id("users"),
    /** They have seen its popup, on any of their devices. */
    shown: v.boolean(),
    /** They have seen it in their list of matches. */
    listed: v.boolean(),
  })
    .index("by_userId_and_shown", ["userId", "shown"])
    .index("by_match", ["match"]),

  /** When a member last viewed their pending likes. Without a row: never. */
  likeLooks: defineTable({ userId: v.id("users"), at: v.number() }).index("by_userId", ["userId"]),
};
