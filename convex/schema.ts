import { authTables } from "@convex-dev/auth/server";
import { defineSchema, defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { contactMessage, freeFields, reviewedFields, shownCard, tier, tierCursor } from "./validators";
import { mail } from "./validatorsMail";
import { reportedCard, ruling } from "./validatorsModerator";
import { feature, orderStatus, refundCause } from "./validatorsPayments";

export default defineSchema({
  ...authTables,

  /** A signed-in device. Its row is what every guard looks for, so deleting it ends the session at once. */
  authSessions: authTables.authSessions.index("by_expirationTime", ["expirationTime"]),

  /** What a device exchanges for a new token. */
  authRefreshTokens: authTables.authRefreshTokens.index("by_expirationTime", ["expirationTime"]),

  /** Somebody who can sign in. Attendees and moderators are separate kinds and never become each other. */
  users: defineTable({
    kind: literals("user", "moderator"),
    /** Normalised: trimmed, NFKC, lower case. */
    email: v.string(),
    /** none: no profile yet. hidden: several people reported them; they may go on, but nobody is shown them. */
    status: literals("none", "pending", "approved", "hidden", "rejected", "suspended"),
    rejectionReason: v.optional(v.string()),
    /** When a mailed link set their password, until they sign in with it. */
    resetAt: v.optional(v.number()),
    /** Their last change was refused, and they have neither saved another nor put the note about it away. */
    changeRefused: v.optional(v.literal(true)),
    /** How often this address was rejected, carried over when it signs up again. */
    rejections: v.number(),
    /** Several people had reported an account of this address when it was deleted, and no moderator has looked since. */
    reportedBefore: v.optional(v.literal(true)),
  }).index("email", ["email"]),

  /** A mailed sign-up code, one for an address. Keyed to the address, so two people may hold the same digits. */
  codes: defineTable({
    email: v.string(),
    /** HMAC of address and digits; the digits themselves are nowhere. */
    codeHash: v.string(),
    expiresAt: v.number(),
    triesLeft: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_expiresAt", ["expiresAt"]),

  /** A mailed link that lets somebody choose a new password, one for an account. */
  resets: defineTable({
    userId: v.id("users"),
    /** HMAC of the link's token; the token itself is nowhere. */
    tokenHash: v.string(),
    expiresAt: v.number(),
    triesLeft: v.number(),
  })
    .index("by_tokenHash", ["tokenHash"])
    .index("by_userId", ["userId"])
    .index("by_expiresAt", ["expiresAt"]),

  /**
   * What stays known of an address whose account is deleted: how often it was rejected, and that reports had hidden it. So
   * deleting gives no further tries and is no way around the moderators. The address is hashed.
   */
  formerAccounts: defineTable({
    address: v.string(),
    rejections: v.number(),
    reportedBefore: v.optional(v.literal(true)),
  }).index("by_address", ["address"]),

  /** When an address was mailed in the last hour. The address is hashed: nothing here says whose it is. */
  codeMails: defineTable({ address: v.string(), sentAt: v.array(v.number()), lastAt: v.number() })
    .index("by_address", ["address"])
    .index("by_lastAt", ["lastAt"]),

  /** What is public of a person (once approved) and what only they see. One for each user. */
  profiles: defineTable(
    reviewedFields.extend({
      ...freeFields.fields,
      userId: v.id("users"),
      premiumPurchasedAt: v.optional(v.number()),
      vipPurchasedAt: v.optional(v.number()),
    }),
  ).index("by_userId", ["userId"]),

  /**
   * A version of a profile that a moderator decides on, exactly once. Decided ones stay as the audit trail, after a
   * deletion without their person.
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

  /** A re-encoded picture. Its key is the unguessable part of its address; it is served while the row exists. */
  photos: defineTable({
    userId: v.id("users"),
    storageId: v.id("_storage"),
    key: v.string(),
    /** False until a profile or a waiting version shows it; unused ones are deleted after an hour. */
    used: v.boolean(),
  })
    .index("by_key", ["key"])
    .index("by_userId", ["userId"])
    .index("by_storageId", ["storageId"])
    .index("by_used", ["used"]),

  /** One row: stored files made up to this time have been looked at, whether a picture needs them. */
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

  /** What is settled between two people, seen from one: a decision, or that they shall not meet again. */
  swipes: defineTable({
    from: v.id("users"),
    to: v.id("users"),
    decision: literals("like", "dislike", "blocked"),
    /** The match that this like completed, while it lasts. The like that came first carries none. */
    match: v.optional(v.id("matches")),
    /** They were a match before they were parted, so each may still report the other. */
    matched: v.optional(v.literal(true)),
  })
    .index("by_from_and_to", ["from", "to"])
    .index("by_to", ["to"]),

  /** A like that the other has not answered. */
  pendingLikes: defineTable({ from: v.id("users"), to: v.id("users") })
    .index("by_to", ["to"])
    .index("by_from_and_to", ["from", "to"]),

  /** Two likes. One row for an unordered pair; `a` is the smaller id. */
  matches: defineTable({ a: v.id("users"), b: v.id("users") })
    .index("by_a", ["a"])
    .index("by_b", ["b"]),

  /** How many swipes a free member used on a festival day. A row of another day counts as zero. */
  quotas: defineTable({ userId: v.id("users"), day: v.number(), used: v.number() }).index("by_userId", ["userId"]),

  /** One row: today's festival day. Only a trigger, so that open screens turn at 04:00; rules read the clock. */
  days: defineTable({ day: v.number() }),

  /** One row: how many profiles wait and how many are approved. Written by submissions and decisions. */
  tallies: defineTable({ pending: v.number(), approved: v.number() }),

  /** An order at the payment provider, written before the provider hears of it. Stays without its person after a deletion. */
  orders: defineTable({
    orderId: v.string(),
    userId: v.optional(v.id("users")),
    feature,
    /** Minor units. */
    amount: v.number(),
    currency: v.literal("INR"),
    /** Exactly the paid ones grant something. */
    status: orderStatus,
    /** With it the browser opens the provider's checkout. */
    sessionId: v.optional(v.string()),
    /** The provider starts no payment after this. */
    expiresAt: v.optional(v.number()),
    paidAt: v.optional(v.number()),
    /** Why a person has to see to it. */
    cause: v.optional(refundCause),
    /** What was paid, where that is not the amount above. */
    received: v.optional(v.object({ amount: v.number(), currency: v.string() })),
    /** The refund under way or done: how it is known to the provider, since when, and who decided it. */
    refund: v.optional(v.object({ id: v.string(), since: v.number(), by: v.optional(v.id("users")) })),
    /** When the provider is asked about it again; none once nothing can change any more. */
    dueAt: v.optional(v.number()),
  })
    .index("by_orderId", ["orderId"])
    .index("by_userId", ["userId"])
    .index("by_status", ["status"])
    .index("by_dueAt", ["dueAt"]),

  /**
   * Somebody told the moderators about somebody, once for a pair. `suspended` is the one by which a suspended person can
   * be restored; `closed` ones only remember that the pair had its report.
   */
  reports: defineTable({
    /** Nobody is told. None after they deleted their account. */
    reporter: v.optional(v.id("users")),
    reported: v.id("users"),
    status: literals("open", "suspended", "closed"),
    /** What was written and what the card showed then, until it is closed. */
    said: v.optional(v.object({ reason: v.string(), card: reportedCard })),
  })
    .index("by_status", ["status"])
    .index("by_reporter_and_reported", ["reporter", "reported"])
    .index("by_reported_and_status", ["reported", "status"]),

  /** What a moderator has open just now, one row for each of them, until it lapses. */
  claims: defineTable({
    moderator: v.id("users"),
    item: v.union(v.id("submissions"), v.id("reports")),
    until: v.number(),
  }).index("by_moderator", ["moderator"]),

  /** Who decided what and when. After a deletion about nobody. */
  rulings: defineTable({
    moderator: v.id("users"),
    ruling,
    about: v.optional(v.id("users")),
    name: v.optional(v.string()),
  }).index("by_about", ["about"]),

  /** A message from the contact form, kept for a while after it went to the organisers' mailbox. */
  messages: defineTable(contactMessage).index("by_email", ["email"]),

  /** A mail that the provider has not taken yet. It holds no address, and its row goes when it is taken or given up. */
  outbox: defineTable({
    /** Whom it goes to; none: the organisers, or nobody. */
    userId: v.optional(v.id("users")),
    mail,
    tries: v.number(),
    /** When it is tried again if nothing comes of the try under way. */
    due: v.number(),
  })
    .index("by_due", ["due"])
    .index("by_userId", ["userId"]),

  /** Somebody wants to be mailed about new likes. One row for each; whoever does not want it has none. */
  likeMails: defineTable({
    userId: v.id("users"),
    /** Likes up to here they know of: they were mailed about them, or they came before they asked. */
    until: v.number(),
  }).index("by_userId", ["userId"]),
});
