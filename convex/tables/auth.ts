/** Accounts: who signs in and how, and what outlives a deleted account. */
import { authTables } from "@convex-dev/auth/server";
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { parted, suspension } from "../validators/common";
import { event, identifierKind, knownBefore } from "../validators/moderator";

export const accountTables = {
  /** A session of a signed-in device. Every guard reads its row, so deleting the row ends the session at once. */
  authSessions: authTables.authSessions.index("by_expirationTime", ["expirationTime"]),

  /** Refresh tokens: a device exchanges one for a new token. */
  authRefreshTokens: authTables.authRefreshTokens.index("by_expirationTime", ["expirationTime"]),

  /** Users: attendees, and moderators and organisers, who sign in apart from them. */
  users: defineTable({
    kind: literals("user", "moderator", "organiser"),
    /** As they typed it, normalised: trimmed, NFKC, lower case. Their account is found by its mailbox: see `authMailbox`. */
    email: v.string(),
    /** none: no profile yet. hidden: several people reported them; they can go on, but nobody is shown them. */
    status: literals("none", "pending", "approved", "hidden", "rejected", "suspended"),
    rejectionReason: v.optional(v.string()),
    /** Why and since when they are suspended. */
    suspension: v.optional(suspension),
    /** When they set their password by a mailed link, until they sign in with it. */
    resetAt: v.optional(v.number()),
    /** Their last change was refused, and they have neither saved another nor dismissed the note about it. */
    changeRefused: v.optional(v.literal(true)),
    /** Of the staff: they have set up an authenticator app, whose code a sign-in asks for. */
    secondFactor: v.optional(v.literal(true)),
    /** How often this mailbox was rejected. Carried over when it signs up again. */
    rejections: v.number(),
    /** What earlier accounts tell about this one, until a moderator approves it. */
    knownBefore: v.optional(v.array(knownBefore)),
  }).index("by_kind_and_status", ["kind", "status"]),

  /** A mailed sign-up code and the link in the same mail, one of each for each address. */
  codes: defineTable({
    email: v.string(),
    /** HMAC of address and digits. The digits themselves are not stored. */
    codeHash: v.string(),
    /** HMAC of address and the link's token. */
    linkHash: v.string(),
    /** Of the digits. The link is valid for longer. */
    expiresAt: v.number(),
    /** How many wrong digits it still takes. */
    triesLeft: v.number(),
    /** How often the right digits or the link may still be used. Each use may hash a password. */
    usesLeft: v.number(),
    /** What its mail was in the outbox, by which whoever waits for it learns that it was sent. */
    queued: v.string(),
  })
    .index("by_email", ["email"])
    .index("by_expiresAt", ["expiresAt"]),

  /** A mailed link to choose a new password, one for each account. */
  resets: defineTable({
    userId: v.id("users"),
    /** HMAC of the link's token. The token itself is not stored. */
    tokenHash: v.string(),
    expiresAt: v.number(),
    usesLeft: v.number(),
  })
    .index("by_tokenHash", ["tokenHash"])
    .index("by_userId", ["userId"])
    .index("by_expiresAt", ["expiresAt"]),

  /** When sign-up codes were mailed in the last hour: to a mailbox, and to all that are likely the same one. Each by its hash. */
  codeMails: defineTable({ address: v.string(), sentAt: v.array(v.number()), lastAt: v.number() })
    .index("by_address", ["address"])
    .index("by_lastAt", ["lastAt"]),

  /**
   * What stays of a deleted account: how often it was rejected, that it was suspended, and what else happened. So deleting an
   * account gives no further sign-ups and is no way around the moderators. The mailbox is hashed. There is no row where
   * nothing happened, and it goes after a time.
   */
  formerAccounts: defineTable({
    address: v.string(),
    rejections: v.number(),
    /** The mailbox may not sign up. */
    banned: v.optional(v.literal(true)),
    events: v.array(event),
  }).index("by_address", ["address"]),

  /**
   * What people claim to be theirs, and do not prove: keyed hashes of the handle and the phone number of a user, and of a deleted
   * account while something of it is kept. Moderators are shown what happened with others who claimed the same.
   */
  identifiers: defineTable({
    kind: identifierKind,
    hash: v.string(),
    owner: v.union(v.id("users"), v.id("formerAccounts")),
  })
    .index("by_hash", ["hash"])
    .index("by_owner", ["owner"]),

  /** How a picture looks of somebody with whom something happened: a row for each of eight parts, of which similar ones share one. */
  looks: defineTable({
    owner: v.union(v.id("users"), v.id("formerAccounts")),
    look: v.string(),
    part: v.string(),
  })
    .index("by_part", ["part"])
    .index("by_owner", ["owner"]),

  /** Whom a deleted account is parted from, as a swipe says it. The other account is living or deleted. */
  partings: defineTable({
    former: v.id("formerAccounts"),
    other: v.union(v.id("users"), v.id("formerAccounts")),
    parted,
  })
    .index("by_former", ["former"])
    .index("by_other", ["other"]),
};
