/** Moderators and organisers: what is known of them beyond their account. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { staffKind } from "../validatorsStaff";

export const staffTables = {
  /** When a session of a moderator or an organiser was in use last; a row for each session. It goes with the session. */
  staffPresence: defineTable({ sessionId: v.id("authSessions"), userId: v.id("users"), seenAt: v.number() })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"]),

  /** A mailed link, one for each address, by which somebody becomes one of the staff, or one of them chooses a new password. */
  invitations: defineTable({
    email: v.string(),
    kind: staffKind,
    /** Whose password it changes. Absent: it makes an account. */
    userId: v.optional(v.id("users")),
    /** The organiser who sent it. */
    by: v.id("users"),
    /** HMAC of the link's token, once it is mailed. The token itself is not stored. */
    tokenHash: v.optional(v.string()),
    expiresAt: v.number(),
    triesLeft: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_by", ["by"])
    .index("by_tokenHash", ["tokenHash"])
    .index("by_expiresAt", ["expiresAt"]),
};
