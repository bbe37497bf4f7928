import { defineTable } from "convex/server";
import { v } from "convex/values";
import { perField } from "../shared/prices";
import { freeFields, reviewedFields, versionKind, versionStatus } from "../validators/common";
import { servedFiles } from "../validators/photos";

export const profilesTables = {
  /** A user's profile: the fields that others see once approved, and the private ones. One per user. */
  profiles: defineTable(
    reviewedFields.extend({
      ...freeFields.fields,
      userId: v.id("users"),
      ...perField("since", () => v.optional(v.number())),
      /** True if the user is at the festival. Only `setAtFestival` in `model/tickets/tickets.ts` writes it. Absent: unknown. */
      atFestival: v.optional(v.literal(true)),
    }),
  )
    .index("by_userId", ["userId"])
    .index("by_premiumPurchasedAt", ["premiumPurchasedAt"])
    .index("by_vipPurchasedAt", ["vipPurchasedAt"]),

  /**
   * A version of a profile. A moderator decides on it once. Decided versions stay as the audit trail, and name no user once the
   * account is deleted.
   */
  submissions: defineTable(
    reviewedFields.partial().extend({
      userId: v.optional(v.id("users")),
      kind: versionKind,
      status: versionStatus,
      decidedBy: v.optional(v.id("users")),
      decidedAt: v.optional(v.number()),
      reason: v.optional(v.string()),
      /** A decision that has not taken effect yet. Until it takes effect or is undone, the version is out of the queue. */
      held: v.optional(v.id("undoableDecisions")),
      /** For the queue's filters while it waits. `known`: there are hints from earlier accounts. `reported`: there are open reports. */
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
   * A re-encoded picture. People who may see it get the storage addresses of its files, which only deleting the files revokes. One more
   * file is kept and its address is never sent. Once a picture is taken down, moderators and its owner see that file, by its key.
   */
  photos: defineTable({
    /** Absent: the account is deleted, and an open report shows the picture. */
    userId: v.optional(v.id("users")),
    /** The kept file. */
    storageId: v.id("_storage"),
    key: v.string(),
    /** Absent: taken down, or shown again and not yet encoded. */
    files: v.optional(servedFiles),
    /** Its perceptual hash, to find similar pictures. */
    imageHash: v.optional(v.string()),
    /** Its thumbhash in base64. */
    hash: v.optional(v.string()),
    /** False until a profile or a waiting version shows it. Unused pictures are deleted within an hour. */
    used: v.boolean(),
    /** True if the owner replaced the picture and only a report keeps it. The owner no longer sees it. */
    retired: v.optional(v.literal(true)),
    /** How many reports show the picture, while they are open or the person is suspended for them. */
    reports: v.optional(v.number()),
  })
    .index("by_key", ["key"])
    .index("by_userId", ["userId"])
    .index("by_storageId", ["storageId"])
    .index("by_large", ["files.large.storageId"])
    .index("by_middle", ["files.middle.storageId"])
    .index("by_small", ["files.small.storageId"])
    .index("by_used", ["used"]),

  /** One row: up to this time, all stored files were checked for a picture that uses them. */
  fileSweeps: defineTable({ upTo: v.number() }),

  /**
   * How many profiles wait, how many of each kind, and how many are approved: the sum of all rows. People are spread over the rows by their
   * ids.
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
