/** Orders. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { feature, orderStatus, refundCause } from "../validatorsPayments";

export const paymentsTables = {
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
};
