/** What organisers need to find people and to look after them. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { feature } from "../validators/payments";
import { mailKind } from "../validators/mail";

export const peopleTables = {
  /** By what an attendee is found: their address, their handle, and their name from each of its words on. See `personKeys`. */
  personKeys: defineTable({ userId: v.id("users"), key: v.string() })
    .index("by_key", ["key"])
    .index("by_userId", ["userId"]),

  /** An organiser has a person's page open. They may read it as long as the row is there; each row has its entry in the log. */
  personViews: defineTable({ viewer: v.id("users"), userId: v.id("users"), until: v.number() })
    .index("by_viewer_and_userId", ["viewer", "userId"])
    .index("by_userId", ["userId"]),

  /** Gold or VIP that an organiser gave by hand. The one way to have either without a paid order. */
  handGrants: defineTable({ userId: v.id("users"), feature, by: v.id("users") }).index("by_userId_and_feature", [
    "userId",
    "feature",
  ]),

  /** A mail that the mail provider accepted for a user: which kind, and by its time when. Neither its text nor its address. */
  sentMails: defineTable({ userId: v.id("users"), kind: mailKind }).index("by_userId", ["userId"]),
};
