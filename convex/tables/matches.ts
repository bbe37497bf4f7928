/** Matches and likes that a member has not seen yet. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const matchesTables = {
  /** A match that is new to one of its two people. Deleted once they have seen it in both places, or with the match. */
  unseenMatches: defineTable({
    userId: v.id("users"),
    match: v.id("matches"),
    other: v.id("users"),
    /** True once the person has seen the popup, on any of their devices. */
    shown: v.boolean(),
    /** True once the person has seen the match in their list. */
    listed: v.boolean(),
  })
    .index("by_userId_and_shown", ["userId", "shown"])
    .index("by_match", ["match"]),

  /** When a member last viewed their pending likes. Without a row: never. */
  likeLooks: defineTable({ userId: v.id("users"), at: v.number() }).index("by_userId", ["userId"]),
};
