import { defineTable } from "convex/server";
import { v } from "convex/values";
import { staffKind } from "../validators/staff";

export const staffTables = {
  /** When a staff session was last in use. One row per session, deleted with it. */
  staffPresence: defineTable({ sessionId: v.id("authSessions"), userId: v.id("users"), seenAt: v.number() })
    .index("by_sessionId", ["sessionId"])
    .index("by_userId", ["userId"]),

  /**
   * A mailed link for one mailbox. It makes its reader a member of the staff, or lets a member of the staff choose a new password.
   */
  invitations: defineTable({
    email: v.string(),
    /** The mailbox of `email`: see `shared/mailbox.ts`. */
    mailbox: v.string(),
    kind: staffKind,
    /** The user whose password it changes. Absent: it creates an account. */
    userId: v.optional(v.id("users")),
    /** The organiser who sent it. */
    by: v.id("users"),
    /** HMAC of the link's token, once mailed. The token is not stored. */
    tokenHash: v.optional(v.string()),
    expiresAt: v.number(),
    usesLeft: v.number(),
  })
    .index("by_mailbox", ["mailbox"])
    .index("by_by", ["by"])
    .index("by_tokenHash", ["tokenHash"])
    .index("by_expiresAt", ["expiresAt"]),

  /** A user's authenticator app. Not asked for until `secondFactor` is set on the user. */
  secondFactors: defineTable({
    userId: v.id("users"),
    /** Encrypted with a key derived from JWT_PRIVATE_KEY. */
    secret: v.string(),
    /** The steps of the accepted codes, newest last. None is accepted twice. */
    usedSteps: v.array(v.number()),
  }).index("by_userId", ["userId"]),

  /** An unused recovery code: the HMAC of owner and code. The code is not stored. */
  recoveryCodes: defineTable({ userId: v.id("users"), hash: v.string() }).index("by_userId_and_hash", [
    "userId",
    "hash",
  ]),

  /** Rules for all of the staff. One row, or none. */
  staffRules: defineTable({ secondFactor: v.boolean() }),
};
