/** Notifications on phones: which browsers get them, and which kinds users want. */
import { pick } from "convex-helpers";
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { pushKind, pushSettings, pushSubscription } from "../validators/push";

export const pushTables = {
  /** A browser that gets its user's notifications. One row per endpoint and per session. Deleted with the session. */
  pushSubscriptions: defineTable(
    pushSubscription.extend({
      userId: v.id("users"),
      sessionId: v.id("authSessions"),
      /** The public key that the browser subscribed with. The browser refuses messages signed with another key. */
      key: v.string(),
    }),
  )
    .index("by_userId", ["userId"])
    .index("by_sessionId", ["sessionId"])
    .index("by_endpoint", ["endpoint"]),

  /** Which notifications a user wants. Without a row: all kinds, without names. */
  pushSettings: defineTable({
    userId: v.id("users"),
    /** Kinds that are switched off. */
    off: v.array(pushKind),
    ...pick(pushSettings.fields, ["showNames", "asked", "wanted"]),
    /** Likes up to this time are old: already notified, or from before the first subscription. */
    likesUntil: v.number(),
  }).index("by_userId", ["userId"]),
};
