/** Accounts: users, how they sign in, and what remains of a deleted account. */
import { authTables } from "@convex-dev/auth/server";
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { parted, suspension, userStatus } from "../validators/common";
import { event, identifierKind, knownBefore } from "../validators/moderator";

export const accountTables = {
  /** A session of a signed-in device. Every guard reads its row, so deleting the row ends the session at once. */
  authSessions: authTables.authSessions.index("by_expirationTime", ["expirationTime"]),

  /** A refresh token. A device exchanges one for a new token. */
  authRefreshTokens: authTables.authRefreshTokens.index("by_expirationTime", ["expirationTime"]),

  /** A user: an attendee, a moderator or an organiser. The staff sign in separately. */
  users: defineTable({
    kind: literals("user", "moderator", "organiser"),
    /** As typed, normalised: trimmed, NFKC, lower case. Accounts are found by mailbox: see `shared/mailbox.ts`. */
    email: v.string(),
    status: userStatus,
    rejectionReason: v.optional(v.string()),
    /** The reason and time of the user's suspension. */
    suspension: v.optional(suspension),
    /** When the user set a password by a mailed link. Cleared when they sign in with it. */
    resetAt: v.optional(v.number()),
    /** True after the user's last profile change was refused. Cleared when they save another one or dismiss the notice. */
    changeRefused: v.optional(v.literal(true)),
    /** Staff only. True if the user has set up an authenticator app, so a sign-in needs its code. */
    secondFactor: v.optional(v.literal(true)),
    /** Rejections of this mailbox. Carried over when it signs up again. */
    rejections: v.number(),
    /** Hints from earlier accounts. Cleared when a moderator approves this one. */
    knownBefore: v.optional(v.array(knownBefore)),
  }).index("by_kind_and_status", ["kind", "status"]),

  /** A mailed sign-up code, and the link in the same mail. One row per address. */
  codes: defineTable({
    email: v.string(),
    /** HMAC of address and digits. The digits are not stored. */
    codeHash: v.string(),
    /** HMAC of address and the link's token. */
    linkHash: v.string(),
    /** When the digits expire. The link is valid for longer. */
    expiresAt: v.number(),
    /** Wrong tries left. */
    triesLeft: v.number(),
    /** Uses left of the correct digits or the link. Each use may hash a password. */
    usesLeft: v.number(),
    /** The outbox id of its mail. The waiting client follows the mail's state by this id. */
    queued: v.string(),
  })
    .index("by_email", ["email"])
    .index("by_expiresAt", ["expiresAt"]),

  /** A mailed link to choose a new password. One per account. */
  resets: defineTable({
    userId: v.id("users"),
    /** HMAC of the link's token. The token is not stored. */
    tokenHash: v.string(),
    expiresAt: v.number(),
    usesLeft: v.number(),
  })
    .index("by_tokenHash", ["tokenHash"])
    .index("by_userId", ["userId"])
    .index("by_expiresAt", ["expiresAt"]),

  /** When sign-up codes were mailed in the last hour. `address`: the hash of a mailbox, or of a group of mailboxes that are likely one. */
  codeMails: defineTable({ address: v.string(), sentAt: v.array(v.number()), lastAt: v.number() })
    .index("by_address", ["address"])
    .index("by_lastAt", ["lastAt"]),

  /**
   * The record of a deleted account: its rejections, its suspension and other events. So deleting an account gives no extra sign-ups and no
   * way around the moderators. The mailbox is hashed. Accounts without such events leave no row. Rows are deleted after a time.
   */
  formerAccounts: defineTable({
    address: v.string(),
    rejections: v.number(),
    /** The mailbox may not sign up. */
    banned: v.optional(v.literal(true)),
    events: v.array(event),
  }).index("by_address", ["address"]),

  /**
   * Unproven claims: keyed hashes of a user's handle and phone number. If the account is deleted, they stay as long as its record.
   * Moderators see the events of other accounts that claimed the same.
   */
  identifiers: defineTable({
    kind: identifierKind,
    hash: v.string(),
    owner: v.union(v.id("users"), v.id("formerAccounts")),
  })
    .index("by_hash", ["hash"])
    .index("by_owner", ["owner"]),

  /**
   * The perceptual hash of a picture, for an account with recorded events. Eight rows, one per part of the hash. Similar pictures share a
   * part.
   */
  imageHashes: defineTable({
    owner: v.union(v.id("users"), v.id("formerAccounts")),
    imageHash: v.string(),
    part: v.string(),
  })
    .index("by_part", ["part"])
    .index("by_owner", ["owner"]),

  /** A deleted account and a person parted from it, as in `swipes`. That account may be deleted too. */
  partings: defineTable({
    former: v.id("formerAccounts"),
    other: v.union(v.id("users"), v.id("formerAccounts")),
    parted,
  })
    .index("by_former", ["former"])
    .index("by_other", ["other"]),
};
