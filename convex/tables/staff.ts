/** Moderators and organisers: what is known of them beyond their account. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { staffKind } from "../validators/staff";

export const staffTables = {
  /** When a session of a moderator or an organiser was in use last; a row for each session. It goes with the session. */
  staffPresence: defineTable({ sessionId: v.id("authSessions"), userId: v.id("users"), seenAt: v.number() })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"]),

  /** A mailed link, one for each mailbox, by which somebody becomes one of the staff, or one of them chooses a new password. */
  invitations: defineTable({
    email: v.string(),
    /** See `authMailbox`. */
    mailbox: v.string(),
    kind: staffKind,
    /** Whose password it changes. Absent: it makes an account. */
    userId: v.optional(v.id("users")),
    /** The organiser who sent it. */
    by: v.id("users"),
    /** HMAC of the link's token, once it is mailed. The token itself is not stored. */
    tokenHash: v.optional(v.string()),
    expiresAt: v.number(),
    usesLeft: v.number(),
  })
    .index("by_mailbox", ["mailbox"])
    .index("by_by", ["by"])
    .index("by_tokenHash", ["tokenHash"])
    .index("by_expiresAt", ["expiresAt"]),

  /** Somebody's authenticator app. It asks for nothing until `secondFactor` is set on its user. */
  secondFactors: defineTable({
    userId: v.id("users"),
    /** Encrypted with a key that derives from JWT_PRIVATE_KEY. */
    secret: v.string(),
    /** The steps of the codes that were accepted, the newest last. None is accepted again. */
    usedSteps: v.array(v.number()),
  }).index("by_userId", ["userId"]),

  /** A recovery code that was not used yet. HMAC of owner and code; the code itself is not stored. */
  recoveryCodes: defineTable({ userId: v.id("users"), hash: v.string() }).index("by_userId_and_hash", [
    "userId",
    "hash",
  ]),

  /** What holds for all of the staff; one row, or none. */
  staffRules: defineTable({ secondFactor: v.boolean() }),
};
