import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { orderStateNames } from "../shared/orderSums";
import { features } from "../shared/prices";
import { wait } from "./common";
import { recordOf } from "../shared/records";

/** The products. */
export const feature = literals(...features);

/** The names that an order accepts. Gold has two. */
export const requestedFeature = v.union(feature, v.literal("premium_plan"));

/** The fields that every list of orders shows. `amount`: minor units. */
export const orderFacts = v.object({ orderId: v.string(), feature, amount: v.number(), currency: v.string() });

/** failed: the last try failed, but the order can still be paid. refunding: the provider was asked to refund it. */
export const orderStatus = literals(...orderStateNames);

/** A number of orders, and their sum in minor units of rupees. An order paid in another currency adds nothing to the sum. */
const sum = v.object({ orders: v.number(), amount: v.number() });

/** Some orders, summed by state. */
export const orderStates = v.object(recordOf(orderStateNames, () => sum));

/**
 * The reason for a refund. twice: the buyer already has the feature. gone: the account or its profile is gone. mismatch: a wrong sum was
 * paid. refundFailed: an earlier refund failed.
 */
export const refundCause = literals("twice", "gone", "mismatch", "refundFailed");

/** An order as its buyer sees it. `refunding` shows as `refundDue` until it is done. */
export const ownOrder = v.object({
  status: literals("open", "paid", "failed", "refundDue", "refunded"),
  feature,
});

/** An order as the action that verifies it needs it. */
export const orderState = v.object({ status: orderStatus, feature, cause: v.union(refundCause, v.null()) });

/** The start of a verification. unknown: the buyer has no such order. */
export const startedVerification = v.union(
  v.object({ kind: v.literal("order"), order: orderState }),
  v.object({ kind: v.literal("unknown") }),
  wait,
);

/** The result of verifying a payment. `pending`: the provider does not know yet. `cancelled`: the buyer left before paying. */
export const verification = v.object({
  verified: v.boolean(),
  pending: v.boolean(),
  cancelled: v.boolean(),
  feature: v.union(feature, v.null()),
  message: v.string(),
});

/** The provider's status of an order. `failed`: unpaid, and the last try to pay failed. */
export const providerStatus = v.union(
  v.object({ kind: v.literal("paid"), orderId: v.string(), amount: v.number(), currency: v.string() }),
  v.object({ kind: v.literal("unpaid"), failed: v.boolean() }),
  /** The provider does not know the order. */
  v.object({ kind: v.literal("gone") }),
);

/**
 * The provider's status of a refund. done: all of the money went back, by our refund or another. refused: our refund failed.
 * none: the provider does not know our refund.
 */
export const refundStatus = literals("done", "pending", "refused", "none");

/** An order to create at the provider. */
export const reservedOrder = orderFacts.extend({
  expiresAt: v.number(),
  sessionId: v.union(v.string(), v.null()),
  customer: v.object({ id: v.string(), name: v.string(), email: v.string(), phone: v.string() }),
  /** The product's name that the buyer reads at the provider. */
  festivalName: v.string(),
});

/** The order for the buyer's checkout. owned: the buyer already has the feature. closed: nothing is sold. */
export const reservation = v.union(
  v.object({ kind: v.literal("order"), order: reservedOrder }),
  v.object({ kind: v.literal("owned") }),
  v.object({ kind: v.literal("closed") }),
  wait,
);

/** A refund to create at the provider. */
export const startedRefund = v.object({ orderId: v.string(), id: v.string(), amount: v.number() });

/** An order to poll, and its refund if one is under way. */
export const dueOrder = v.object({
  isUnpaid: v.boolean(),
  amount: v.number(),
  refund: v.union(startedRefund, v.null()),
});

/** A refund by a member of the staff: who (null: unknown), when in ms, and whether the provider has accepted it. */
export const givenRefund = v.object({ by: v.union(v.string(), v.null()), since: v.number(), taken: v.boolean() });

/** An order in the moderators' list of refunds, with the amount as paid. */
export const refundRow = orderFacts.extend({
  paidAt: v.union(v.number(), v.null()),
  /** Null: the account is gone. */
  name: v.union(v.string(), v.null()),
  status: literals("refundDue", "refunding", "refunded"),
  cause: v.union(refundCause, v.null()),
  given: v.union(givenRefund, v.null()),
});

/** Any order, as shown before a refund. */
export const purchase = refundRow.omit("status").extend({ status: orderStatus });
