/** Orders, and what they sum up to. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { feature, orderStates, orderStatus, refundCause } from "../validators/payments";

export const paymentsTables = {
  /** An order at the payment provider, stored before it is created there. Stays after a deletion, without its user. */
  orders: defineTable({
    orderId: v.string(),
    /** The provider's own number of it; absent before it is created there. */
    providerId: v.optional(v.string()),
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
    /** The date on which it was made, as festival clocks showed it. */
    day: v.string(),
    /** When the figures of its festival begin (ms since 1970), see `model/festival/festival.ts` `editionStart`. Absent: the first festival. */
    edition: v.optional(v.number()),
    /** A demo person's: it is in no sum. */
    isDemo: v.optional(v.literal(true)),
    /** Why the money has to go back. */
    cause: v.optional(refundCause),
    /** What was paid, if it differs from the amount above. */
    received: v.optional(v.object({ amount: v.number(), currency: v.string() })),
    /** The refund that was started: its id at the provider, since when, who of the staff started it, and whether the provider took it. */
    refund: v.optional(
      v.object({
        id: v.string(),
        since: v.number(),
        by: v.optional(v.id("users")),
        taken: v.optional(v.literal(true)),
      }),
    ),
    /** When all of the money had gone back. */
    refundedAt: v.optional(v.number()),
    /** The buyer has been mailed that the money goes back. */
    refundMailed: v.optional(v.literal(true)),
    /** When it is polled next; absent once nothing can change any more. */
    dueAt: v.optional(v.number()),
  })
    .index("by_orderId", ["orderId"])
    .index("by_providerId", ["providerId"])
    .index("by_day", ["day"])
    .index("by_userId", ["userId"])
    .index("by_status", ["status"])
    .index("by_dueAt", ["dueAt"]),

  /**
   * How many orders of a day and product are in each state, and their sum; `day` is "all" for those of every day. Each is spread
   * over a few rows, so that orders at the same moment seldom write the same one.
   */
  orderTotals: defineTable({ day: v.string(), feature, shard: v.number(), states: orderStates }).index(
    "by_day_and_feature_and_shard",
    ["day", "feature", "shard"],
  ),
};
