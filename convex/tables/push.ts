/** Notifications on phones: which browsers get them, and what users want to be told. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { pushKind, pushSubscription } from "../validators/push";

export const pushTables = {
  /** A browser that gets its user's notifications. Each endpoint has one row, and so has each session; it ends with the session. */
  pushSubscriptions: defineTable(
    pushSubscription.extend({
      userId: v.id("users"),
      sessionId: v.id("authSessions"),
      /** The public key that the browser subscribed with. A message signed with another one is refused. */
      key: v.string(),
    }),
  )
    .index("by_userId", ["userId"])
    .index("by_sessionId", ["sessionId"])
    .index("by_endpoint", ["endpoint"]),

  /** What a user wants to be told. Without a row: everything, without names. */
  pushSettings: defineTable({
    userId: v.id("users"),
    /** Kinds that are switched off. */
    off: v.array(pushKind),
    showNames: v.boolean(),
    /** They answered the question whether they want notifications. */
    asked: v.boolean(),
    /** They said yes: a browser that they sign in with, and that allows it, gets notifications. */
    wanted: v.boolean(),
    /** Likes up to this time are old: the user was told of them, or they are from before the first subscription. */
    likesUntil: v.number(),
  }).index("by_userId", ["userId"]),
};
