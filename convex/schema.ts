import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import {
  freeFields,
  parted,
  reviewedFields,
  shownCard,
  storedMessage,
  suspension,
  tier,
  tierCursor,
} from "./validators";
import { incident } from "./validatorsIncidents";
import { mail } from "./validatorsMail";
import { decision, event, identifierKind, knownBefore, reportedCard, reportKind, ruling } from "./validatorsModerator";
import { feature, orderStatus, refundCause } from "./validatorsPayments";

export default defineSchema({
  ...authTables,

  /** A session of a signed-in device. Every guard reads its row, so deleting the row ends the session at once. */
  authSessions: authTables.authSessions.index("by_expirationTime", ["expirationTime"]),

  /** Refresh tokens: a device exchanges one for a new token. */
  authRefreshTokens: authTables.authRefreshTokens.index("by_expirationTime", ["expirationTime"]),

  /** Users: attendees and moderators, two separate kinds. */
  users: defineTable({
    kind: literals("user", "moderator"),
    /** Normalised: trimmed, NFKC, lower case. */
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
    /** How often this address was rejected. Carried over when it signs up again. */
    rejections: v.number(),
    /** What earlier accounts tell about this one, until a moderator approves it. */
    knownBefore: v.optional(v.array(knownBefore)),
  }).index("email", ["email"]),

  /** A mailed sign-up code and the link in the same mail, one of each for each address. */
  codes: defineTable({
    email: v.string(),
    /** HMAC of address and digits. The digits themselves are not stored. */
    codeHash: v.string(),
    /** HMAC of address and the link's token. Codes that were mailed before there were links have none. */
    linkHash: v.optional(v.string()),
    /** Of the digits. The link is valid for longer. */
    expiresAt: v.number(),
    triesLeft: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_expiresAt", ["expiresAt"]),

  /** A mailed link to choose a new password, one for each account. */
  resets: defineTable({
    userId: v.id("users"),
    /** HMAC of the link's token. The token itself is not stored. */
    tokenHash: v.string(),
    expiresAt: v.number(),
    triesLeft: v.number(),
  })
    .index("by_tokenHash", ["tokenHash"])
    .index("by_userId", ["userId"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * What stays of a deleted account: how often it was rejected, that it was suspended, and what else happened. So deleting an
   * account gives no further sign-ups and is no way around the moderators. The address is hashed. There is no row where
   * nothing happened, and it goes after a time.
   */
  formerAccounts: defineTable({
    address: v.string(),
    rejections: v.number(),
    /** The address may not sign up. */
    banned: v.optional(v.literal(true)),
    events: v.array(event),
  }).index("by_address", ["address"]),

  /**
   * By what a person is known again: keyed hashes of the address, the handle and the phone number of a user, and of a deleted
   * account while something of it is kept.
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

  /** When sign-up codes were mailed to an address in the last hour. The address is hashed. */
  codeMails: defineTable({ address: v.string(), sentAt: v.array(v.number()), lastAt: v.number() })
    .index("by_address", ["address"])
    .index("by_lastAt", ["lastAt"]),

  /** A user's profile: the fields that others see once it is approved, and those that only they see. One for each user. */
  profiles: defineTable(
    reviewedFields.extend({
      ...freeFields.fields,
      userId: v.id("users"),
      premiumPurchasedAt: v.optional(v.number()),
      vipPurchasedAt: v.optional(v.number()),
    }),
  ).index("by_userId", ["userId"]),

  /**
   * A version of a profile, which a moderator decides on once. Decided versions stay as the audit trail; after the deletion
   * of an account they name no user.
   */
  submissions: defineTable(
    reviewedFields.partial().extend({
      userId: v.optional(v.id("users")),
      kind: literals("new", "edit"),
      status: literals("waiting", "approved", "rejected", "superseded"),
      decidedBy: v.optional(v.id("users")),
      decidedAt: v.optional(v.number()),
      reason: v.optional(v.string()),
    }),
  )
    .index("by_status", ["status"])
    .index("by_userId_and_status", ["userId", "status"])
    .index("by_decidedAt", ["decidedAt"]),

  /** A re-encoded picture. Its key is the unguessable part of its address. It is served while the row exists. */
  photos: defineTable({
    /** Absent: the account is deleted, and an open report shows the picture. */
    userId: v.optional(v.id("users")),
    storageId: v.id("_storage"),
    key: v.string(),
    /** How it looks, by which a similar picture is found. */
    look: v.optional(v.string()),
    /** False until a profile or a waiting version shows it. Unused pictures are deleted within an hour. */
    used: v.boolean(),
    /** Replaced by its owner, and kept only because a report shows it. For the owner it is deleted. */
    retired: v.optional(v.literal(true)),
  })
    .index("by_key", ["key"])
    .index("by_userId", ["userId"])
    .index("by_storageId", ["storageId"])
    .index("by_used", ["used"]),

  /** One row: stored files made up to this time were checked for a picture that needs them. */
  fileSweeps: defineTable({ upTo: v.number() }),

  /**
   * A visible member in the decks of one audience, with the card that these decks show. A new entry gets the next position
   * of its partition. The row exists exactly while the member is visible and fits the audience both ways.
   */
  deckEntries: defineTable({
    userId: v.id("users"),
    /** The viewers who are dealt this entry: `<viewer's gender>:<viewer's interest>`. */
    audience: v.string(),
    tier,
    position: v.number(),
    /** The member had another position in some deck before, so a viewer may have decided on them there. */
    moved: v.boolean(),
    card: shownCard,
  })
    .index("by_audience_and_tier_and_position", ["audience", "tier", "position"])
    .index("by_userId_and_audience", ["userId", "audience"]),

  /**
   * An audience: the next free position in its partition of each tier, and how many viewers it has had. Approvals and
   * changes of tier write it, swipes never do.
   */
  audiences: defineTable({
    audience: v.string(),
    nextPosition: v.object({ vip: v.number(), gold: v.number(), other: v.number() }),
    viewers: v.number(),
  }).index("by_audience", ["audience"]),

  /**
   * How many of a group of sixteen viewers of an audience have made their first swipe. Only first swipes write it, and a
   * viewer's deck reads it only until theirs. There is no row while nobody of the group has swiped.
   */
  viewerGroups: defineTable({ audience: v.string(), group: v.number(), started: v.number() }).index(
    "by_audience_and_group",
    ["audience", "group"],
  ),

  /** How far one viewer has come in their deck. */
  decks: defineTable({
    userId: v.id("users"),
    audience: v.string(),
    /** Their number among the viewers of the audience: it decides their group, and so where they start. */
    viewerNumber: v.number(),
    /** Swipes made from the deck; modulo five it is the slot in the current round. */
    swiped: v.number(),
    /** Absent until the first swipe, which fixes the start in each tier. */
    cursors: v.optional(v.object({ vip: tierCursor, gold: tierCursor, other: tierCursor })),
    /** People decided on out of order, ahead of the cursor. Absent when there are too many: then each swipe is read. */
    decidedAhead: v.optional(v.array(v.id("users"))),
  }).index("by_userId", ["userId"]),

  /**
   * What `from` decided about `to`, and whether the two are parted, so that they do not meet again. Parting replaces no
   * decision: whoever was blocked gets the answers that somebody passed over gets.
   */
  swipes: defineTable({
    from: v.id("users"),
    to: v.id("users"),
    /** Absent: not decided. Then the row says only that the two are parted. */
    decision: v.optional(literals("like", "dislike")),
    /** The match that this like completed, while it lasts. The earlier like has none. */
    match: v.optional(v.id("matches")),
    /**
     * blocker: `from` blocked or reported `to`. blocked: the other way round, which `from` is not to find out. match: they
     * were a match, which one of them ended.
     */
    parted: v.optional(parted),
  })
    .index("by_from_and_parted", ["from", "parted"])
    .index("by_from_and_to", ["from", "to"])
    .index("by_to", ["to"]),

  /** A like that the other person has not answered. */
  pendingLikes: defineTable({ from: v.id("users"), to: v.id("users") })
    .index("by_to", ["to"])
    .index("by_from_and_to", ["from", "to"]),

  /** A match of two people, one row for each pair. `a` is the smaller id. */
  matches: defineTable({ a: v.id("users"), b: v.id("users") })
    .index("by_a", ["a"])
    .index("by_b", ["b"]),

  /** The swipes that a free member made on a festival day. A row of an earlier day counts as zero. */
  quotas: defineTable({ userId: v.id("users"), day: v.number(), used: v.number() }).index("by_userId", ["userId"]),

  /**
   * One row: the latest festival day that the server has seen. A job writes it at 04:00, so that open screens update. Swipes
   * never count on an earlier one, whatever the clock says.
   */
  days: defineTable({ day: v.number() }),

  /** One row: how many profiles wait and how many are approved. */
  profileCounts: defineTable({ pending: v.number(), approved: v.number() }),

  /** An order at the payment provider, stored before it is created there. Stays after a deletion, without its user. */
  orders: defineTable({
    orderId: v.string(),
    userId: v.optional(v.id("users")),
    feature,
    /** Minor units. */
    amount: v.number(),
    currency: v.literal("INR"),
    /** Only orders with status `paid` grant their feature. */
    status: orderStatus,
    /** The browser opens the provider's checkout with it. */
    sessionId: v.optional(v.string()),
    /** The provider accepts no new payment after this. */
    expiresAt: v.optional(v.number()),
    paidAt: v.optional(v.number()),
    /** Why the money has to go back. */
    cause: v.optional(refundCause),
    /** What was paid, if it differs from the amount above. */
    received: v.optional(v.object({ amount: v.number(), currency: v.string() })),
    /** The refund that was started: its id at the provider, since when, and which moderator started it. */
    refund: v.optional(v.object({ id: v.string(), since: v.number(), by: v.optional(v.id("users")) })),
    /** When it is polled next; absent once nothing can change any more. */
    dueAt: v.optional(v.number()),
  })
    .index("by_orderId", ["orderId"])
    .index("by_userId", ["userId"])
    .index("by_status", ["status"])
    .index("by_dueAt", ["dueAt"]),

  /**
   * A report of one person about another, once for each pair. `suspended`: the report that a person was suspended for, and
   * by which they can be restored. `closed`: decided; its words and the decision stay as long as the reported person.
   */
  reports: defineTable({
    /** Never shown to anybody. Absent after they deleted their account. */
    reporter: v.optional(v.id("users")),
    /** Of deleted accounts only the open reports stay. */
    reported: v.union(v.id("users"), v.id("formerAccounts")),
    status: literals("open", "suspended", "closed"),
    kind: reportKind,
    /** What was written; empty where the kind says it all. */
    reason: v.string(),
    /** What the card showed then. Removed when the report is closed. */
    card: v.optional(reportedCard),
    decision: v.optional(decision),
  })
    .index("by_status_and_kind", ["status", "kind"])
    .index("by_status", ["status"])
    .index("by_reporter_and_reported", ["reporter", "reported"])
    .index("by_reported_and_status", ["reported", "status"]),

  /** What a moderator has open now, one row for each moderator, until it expires. */
  claims: defineTable({
    moderator: v.id("users"),
    item: v.union(v.id("submissions"), v.id("reports")),
    until: v.number(),
  }).index("by_moderator", ["moderator"]),

  /** Moderators' decisions. After the deletion of an account they name no user. */
  rulings: defineTable({
    moderator: v.id("users"),
    ruling,
    about: v.optional(v.id("users")),
    name: v.optional(v.string()),
  }).index("by_about", ["about"]),

  /** The log of incidents: who did what to whom, by ids alone. Kept for ninety days. Only the command line reads it. */
  incidents: defineTable(incident)
    .index("by_about", ["about"])
    .index("by_about_and_what", ["about", "what"])
    .index("by_by", ["by"]),

  /** A message from the contact form, kept for thirty days. */
  messages: defineTable(storedMessage).index("by_email", ["email"]),

  /** A mail that the mail provider has not accepted yet. It holds no address. Deleted once it is accepted or given up. */
  outbox: defineTable({
    /** The user whom it goes to; absent: the organisers, or nobody. */
    userId: v.optional(v.id("users")),
    mail,
    tries: v.number(),
    /** When it is tried again if the current try fails. */
    due: v.number(),
  })
    .index("by_due", ["due"])
    .index("by_userId", ["userId"]),

  /** A user who asked to be mailed about new likes. Others have no row. */
  likeMails: defineTable({
    userId: v.id("users"),
    /** Likes up to this time are old: they were mailed about, or are from before the user asked. */
    until: v.number(),
  }).index("by_userId", ["userId"]),
});
