/** Profiles, their versions and pictures. */
import { defineTable } from "convex/server";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { freeFields, reviewedFields } from "../validators/common";
import { servedFiles } from "../validators/photos";

export const profilesTables = {
  /** A user's profile: the fields that others see once it is approved, and those that only they see. One for each user. */
  profiles: defineTable(
    reviewedFields.extend({
      ...freeFields.fields,
      userId: v.id("users"),
      premiumPurchasedAt: v.optional(v.number()),
      vipPurchasedAt: v.optional(v.number()),
      /** They are at the festival, as `setAtFestival` in `model/tickets/tickets.ts` found, which alone writes it. Absent: nobody knows. */
      atFestival: v.optional(v.literal(true)),
    }),
  )
    .index("by_userId", ["userId"])
    .index("by_premiumPurchasedAt", ["premiumPurchasedAt"])
    .index("by_vipPurchasedAt", ["vipPurchasedAt"]),

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
      /** Decided on, and the decision has not taken effect: out of the queue until it does or is undone. */
      held: v.optional(v.id("undoableDecisions")),
      /** For the filters of the queue, while it waits: earlier accounts tell something, and there are open reports. */
      known: v.optional(v.literal(true)),
      reported: v.optional(v.literal(true)),
    }),
  )
    .index("by_status", ["status"])
    .index("by_waiting", ["status", "held"])
    .index("by_waiting_and_kind", ["status", "held", "kind"])
    .index("by_waiting_and_known", ["status", "held", "known"])
    .index("by_waiting_and_reported", ["status", "held", "reported"])
    .index("by_userId_and_status", ["userId", "status"])
    .index("by_decidedAt", ["decidedAt"]),

  /**
   * A re-encoded picture. Everybody who is shown it gets the addresses of its files in storage, which cannot be taken back but by
   * deleting the files. One more file is kept, whose address nobody gets: of a picture that was taken down, moderators and
   * the owner see that one, by the key.
   */
  photos: defineTable({
    /** Absent: the account is deleted, and an open report shows the picture. */
    userId: v.optional(v.id("users")),
    /** The kept file. */
    storageId: v.id("_storage"),
    key: v.string(),
    /** Absent: it is taken down, or shown again and not made yet. */
    files: v.optional(servedFiles),
    /** How it looks, by which a similar picture is found. */
    look: v.optional(v.string()),
    /** Its thumbhash in base64. */
    hash: v.optional(v.string()),
    /** False until a profile or a waiting version shows it. Unused pictures are deleted within an hour. */
    used: v.boolean(),
    /** Replaced by its owner, and kept only because a report shows it. For the owner it is deleted. */
    retired: v.optional(v.literal(true)),
  })
    .index("by_key", ["key"])
    .index("by_userId", ["userId"])
    .index("by_storageId", ["storageId"])
    .index("by_large", ["files.large.storageId"])
    .index("by_middle", ["files.middle.storageId"])
    .index("by_small", ["files.small.storageId"])
    .index("by_used", ["used"]),

  /** One row: stored files made up to this time were checked for a picture that needs them. */
  fileSweeps: defineTable({ upTo: v.number() }),

  /**
   * How many profiles wait, and of each kind of them, and how many are approved: the sum of all rows. People are spread over the rows
   * by their ids.
   */
  profileCounts: defineTable({
    shard: v.number(),
    pending: v.number(),
    approved: v.number(),
    edits: v.number(),
    known: v.number(),
    reported: v.number(),
  }).index("by_shard", ["shard"]),
};
