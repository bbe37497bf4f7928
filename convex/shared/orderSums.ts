import { recordOf } from "./records";

/** A number of orders, and their sum in minor units of rupees. */
export type OrderSum = { orders: number; amount: number };
export const orderStateNames = ["open", "paid", "failed", "refundDue", "refunding", "refunded"] as const;
/** Some orders, summed by state. */
export type OrderStates = Record<(typeof orderStateNames)[number], OrderSum>;

/** Adds sums. Zero for none. */
export function sumOf(sums: readonly OrderSum[]): OrderSum {
  const nothing = { orders: 0, amount: 0 };
  return sums.reduce((a, b) => ({ orders: a.orders + b.orders, amount: a.amount + b.amount }), nothing);
}

export function sumOfStates(parts: readonly OrderStates[]): OrderStates {
  return recordOf(orderStateNames, (state) => sumOf(parts.map((part) => part[state])));
}
