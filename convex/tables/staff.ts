/** Moderators and organisers: what is known of them beyond their account. */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const staffTables = {
  /** When a session of a moderator or an organiser was in use last; a row for each session. It goes with the session. */
  staffPresence: defineTable({ sessionId: v.id("authSessions"), userId: v.id("users"), seenAt: v.number() })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"]),
};
