/** The shapes of orders, payments and refunds. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";

/** What somebody can buy. */
export const feature = literals("unlimited_swipes", "vip_boost");

/** The names that an order may be asked for by. Gold has two. */
export const askedFeature = v.union(feature, v.literal("premium_plan"));

/** failed: the last try failed, but the order can still be paid. refunding: the provider was told to refund it. */
export const orderStatus = literals("open", "paid", "failed", "refundDue", "refunding", "refunded");

/** How many orders, and what they come to in minor units of rupees. An order that was paid in another currency adds nothing. */
const sum = v.object({ orders: v.number(), amount: v.number() });

/** Of some orders, those in each state. */
export const orderStates = v.object({
  open: sum,
  paid: sum,
  failed: sum,
  refundDue: sum,
  refunding: sum,
  refunded: sum,
});

/** Why money has to go back: the buyer has the feature already; the account is gone; another sum was paid; a refund failed. */
export const refundCause = literals("twice", "gone", "mismatch", "refundFailed");

/** An order as its buyer sees it: `refunding` is shown as `refundDue` until it is done. */
export const ownOrder = v.object({
  status: literals("open", "paid", "failed", "refundDue", "refunded"),
  feature,
});

/** The result of verifying a payment. `pending`: the provider does not know yet; `cancelled`: the buyer turned back before paying. */
export const verification = v.object({
  verified: v.boolean(),
  pending: v.boolean(),
  cancelled: v.boolean(),
  feature: v.union(feature, v.null()),
  message: v.string(),
});

/** The provider's status of an order. `failed`: it is unpaid and the last try at paying it failed. */
export const providerStatus = v.union(
  v.object({ kind: v.literal("paid"), orderId: v.string(), amount: v.number(), currency: v.string() }),
  v.object({ kind: v.literal("unpaid"), failed: v.boolean() }),
  /** The provider does not know the order. */
  v.object({ kind: v.literal("gone") }),
);

/**
 * The provider's status of a refund. done: all of the money went back, by our refund or another; refused: our refund failed;
 * none: the provider does not know our refund.
 */
export const refundStatus = literals("done", "pending", "refused", "none");

/** An order to be created at the provider. Amounts in minor units. */
export const reservedOrder = v.object({
  orderId: v.string(),
  feature,
  amount: v.number(),
  currency: v.string(),
  expiresAt: v.number(),
  sessionId: v.union(v.string(), v.null()),
  customer: v.object({ id: v.string(), name: v.string(), email: v.string(), phone: v.string() }),
  /** What the buyer reads at the provider. */
  festivalName: v.string(),
});

/** A refund to be created at the provider. */
export const startedRefund = v.object({ orderId: v.string(), id: v.string(), amount: v.number() });

/** A refund that somebody of the staff gave: who, in ms when, and whether the provider has taken it. `by` null: not known any more. */
export const givenRefund = v.object({ by: v.union(v.string(), v.null()), since: v.number(), taken: v.boolean() });

/** An order in the list of refunds that moderators see. */
export const refundRow = v.object({
  orderId: v.string(),
  feature,
  /** Minor units, as paid. */
  amount: v.number(),
  currency: v.string(),
  paidAt: v.union(v.number(), v.null()),
  /** Null: the account is gone. */
  name: v.union(v.string(), v.null()),
  status: literals("refundDue", "refunding", "refunded"),
  cause: v.union(refundCause, v.null()),
  given: v.union(givenRefund, v.null()),
});

/** Any order, as it is shown before it is refunded. */
export const purchase = refundRow.omit("status").extend({ status: orderStatus });
