import { v } from "convex/values";
import { features } from "../shared/prices";
import { givenRefund, orderFacts, orderStates, orderStatus, refundCause } from "./payments";
import { recordOf } from "../shared/records";

/** A filter for orders. An absent field does not filter. `day`: a date, `2030-01-31`. */
export const orderFilter = v.object({
  /** The beginning of a person's name, handle or address, or of an order's number: ours or the provider's. */
  search: v.string(),
  day: v.optional(v.string()),
  status: v.optional(orderStatus),
});

/** An order in the organisers' list, with the amount as paid if that differs from the price. Times in ms. */
export const listedOrder = orderFacts.extend({
  providerId: v.union(v.string(), v.null()),
  status: orderStatus,
  cause: v.union(refundCause, v.null()),
  createdAt: v.number(),
  paidAt: v.union(v.number(), v.null()),
  given: v.union(givenRefund, v.null()),
  refundedAt: v.union(v.number(), v.null()),
  /** Null: the account is deleted. The name is empty without a profile. */
  buyer: v.union(v.object({ _id: v.id("users"), name: v.string() }), v.null()),
  /** A demo person's order, which counts in no total. */
  isDemo: v.optional(v.literal(true)),
});

/** A page of the list. `continueCursor` leads to the next one unless `isDone`. */
export const ordersPage = v.object({ page: v.array(listedOrder), isDone: v.boolean(), continueCursor: v.string() });

/** The orders of each product, by state. */
export const productTotals = v.object(recordOf(features, () => orderStates));

/** The totals of some days. `hasMore`: there are earlier days. */
export const listedDays = v.object({
  days: v.array(v.object({ day: v.string(), products: productTotals })),
  hasMore: v.boolean(),
});

/** A part of an export. `cursor`: of the next part, or null. */
export const exportedOrders = v.object({ orders: v.array(listedOrder), cursor: v.union(v.string(), v.null()) });

/** The days of an export, both included. */
export const exportedSpan = { from: v.string(), to: v.string() };

/** The totals of this festival's orders. */
export const totals = v.object({ products: productTotals });
