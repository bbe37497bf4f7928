import { defineTable } from "convex/server";
import { v } from "convex/values";
import { feature, orderStates, orderStatus, refundCause } from "../validators/payments";

export const paymentsTables = {
  /** An order, stored before it is created at the payment provider. Stays after a deletion, without its user. */
  orders: defineTable({
    orderId: v.string(),
    /** The provider's own number. Absent until the order is created there. */
    providerId: v.optional(v.string()),
    userId: v.optional(v.id("users")),
    feature,
    /** Minor units. */
    amount: v.number(),
    currency: v.literal("INR"),
    /** Only orders with status `paid` grant their feature. */
    status: orderStatus,
    /** The session id with which the browser opens the provider's checkout. */
    sessionId: v.optional(v.string()),
    /** The provider accepts no new payment after this time. */
    expiresAt: v.optional(v.number()),
    paidAt: v.optional(v.number()),
    /** The date on which the order was made, in festival time. */
    day: v.string(),
    /** When the figures of its festival begin (ms since 1970), see `model/festival/festival.ts` `editionStart`. Absent: the first festival. */
    edition: v.optional(v.number()),
    /** True for a demo person's order, which counts in no total. */
    isDemo: v.optional(v.literal(true)),
    /** The reason why the money must go back. */
    cause: v.optional(refundCause),
    /** The paid sum, if it differs from the amount above. */
    received: v.optional(v.object({ amount: v.number(), currency: v.string() })),
    /**
     * The started refund: its id at the provider, its time, the member of the staff who started it, and whether the provider accepted it.
     */
    refund: v.optional(
      v.object({
        id: v.string(),
        since: v.number(),
        by: v.optional(v.id("users")),
        taken: v.optional(v.literal(true)),
      }),
    ),
    /** When all of the money had been sent back. */
    refundedAt: v.optional(v.number()),
    /** True once the buyer was mailed about the refund. */
    refundMailed: v.optional(v.literal(true)),
    /** When to poll the order next. Absent once nothing can change. */
    dueAt: v.optional(v.number()),
  })
    .index("by_orderId", ["orderId"])
    .index("by_providerId", ["providerId"])
    .index("by_day", ["day"])
    .index("by_userId", ["userId"])
    .index("by_status", ["status"])
    .index("by_dueAt", ["dueAt"]),

  /**
   * Totals of a day's orders for one product: number and sum by state. `day` is "all" for all days. Sharded, so that simultaneous
   * orders rarely conflict.
   */
  orderTotals: defineTable({ day: v.string(), feature, shard: v.number(), states: orderStates }).index(
    "by_day_and_feature_and_shard",
    ["day", "feature", "shard"],
  ),
};
