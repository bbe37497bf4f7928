/** What organisers need to find people and look after them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { feature } from "../validators/payments";
import { mailKind } from "../validators/mail";

export const peopleTables = {
  /**
   * The search index for organisers. Its keys are an attendee's address, the handle, and the name from each of its words to the end. See
   * `personKeys`.
   */
  personKeys: defineTable({ userId: v.id("users"), key: v.string() })
    .index("by_key", ["key"])
    .index("by_userId", ["userId"]),

  /** An organiser has a person's page open and may read it while this row exists. Opening it is logged. */
  personViews: defineTable({ viewer: v.id("users"), userId: v.id("users"), until: v.number() })
    .index("by_viewer_and_userId", ["viewer", "userId"])
    .index("by_userId", ["userId"]),

  /** Gold or VIP that an organiser gave by hand: the only way to have either without a paid order. */
  handGrants: defineTable({ userId: v.id("users"), feature, by: v.id("users") }).index("by_userId_and_feature", [
    "userId",
    "feature",
  ]),

  /** A mail to a user that the provider accepted: its kind and time, without its text and address. */
  sentMails: defineTable({ userId: v.id("users"), kind: mailKind }).index("by_userId", ["userId"]),
};
