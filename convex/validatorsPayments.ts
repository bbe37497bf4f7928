/** The shapes of orders, payments and refunds. */
import { v } from "convex/values";

/** What one can buy. */
export const feature = v.union(v.literal("unlimited_swipes"), v.literal("vip_boost"));

/** What one may ask for by name: Gold has two. */
export const askedFeature = v.union(feature, v.literal("premium_plan"));

/** refunding: the provider was told. failed: not paid so far; it may still be. */
export const orderStatus = v.union(
  v.literal("open"),
  v.literal("paid"),
  v.literal("failed"),
  v.literal("refundDue"),
  v.literal("refunding"),
  v.literal("refunded"),
);

/** Why money has to go back: they have it already; they are gone; another sum was paid; the provider did not refund it. */
export const refundCause = v.union(
  v.literal("twice"),
  v.literal("gone"),
  v.literal("mismatch"),
  v.literal("refundFailed"),
);

/** An order as its buyer follows it. Being refunded counts as due until it is done. */
export const ownOrder = v.object({
  status: v.union(
    v.literal("open"),
    v.literal("paid"),
    v.literal("failed"),
    v.literal("refundDue"),
    v.literal("refunded"),
  ),
  feature,
});

/** What came of a payment. `pending`: the provider does not know yet. */
export const verification = v.object({
  verified: v.boolean(),
  pending: v.boolean(),
  feature: v.union(feature, v.null()),
  message: v.string(),
});

/** What the provider says about an order. unpaid: nobody paid so far; failed: and the last try ended badly. */
export const providerWord = v.union(
  v.object({ kind: v.literal("paid"), orderId: v.string(), amount: v.number(), currency: v.string() }),
  v.object({ kind: v.literal("unpaid"), failed: v.boolean() }),
  /** It does not know the order. */
  v.object({ kind: v.literal("gone") }),
);

/** What the provider says about the money that it sent back: all of it, some by the refund that we asked for, or not. */
export const refundWord = v.union(v.literal("done"), v.literal("pending"), v.literal("refused"), v.literal("none"));

/** An order for the provider. Amounts in minor units. */
export const reservedOrder = v.object({
  orderId: v.string(),
  feature,
  amount: v.number(),
  currency: v.string(),
  expiresAt: v.number(),
  sessionId: v.union(v.string(), v.null()),
  customer: v.object({ id: v.string(), name: v.string(), email: v.string(), phone: v.string() }),
});

/** A refund for the provider. */
export const startedRefund = v.object({ orderId: v.string(), id: v.string(), amount: v.number() });

/** An order that a person has to refund, or somebody just did. */
export const refundRow = v.object({
  orderId: v.string(),
  feature,
  /** Minor units, as paid. */
  amount: v.number(),
  currency: v.string(),
  paidAt: v.union(v.number(), v.null()),
  /** Null: the account is gone. */
  name: v.union(v.string(), v.null()),
  status: v.union(v.literal("refundDue"), v.literal("refunding"), v.literal("refunded")),
  cause: v.union(refundCause, v.null()),
});
