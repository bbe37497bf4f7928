/** Adding up orders by the state that they are in. */

/** How many orders, and what they come to, in minor units of rupees. */
export type OrderSum = { orders: number; amount: number };
/** Of some orders, those in each state. */
export type OrderStates = Record<"open" | "paid" | "failed" | "refundDue" | "refunding" | "refunded", OrderSum>;

/** All of these in one; of none everything is zero. */
export function sumOf(sums: readonly OrderSum[]): OrderSum {
  const nothing = { orders: 0, amount: 0 };
  return sums.reduce((a, b) => ({ orders: a.orders + b.orders, amount: a.amount + b.amount }), nothing);
}

/** The same of each state. */
export function sumOfStates(parts: readonly OrderStates[]): OrderStates {
  const of = (state: keyof OrderStates) => sumOf(parts.map((part) => part[state]));
  return {
    open: of("open"),
    paid: of("paid"),
    failed: of("failed"),
    refundDue: of("refundDue"),
    refunding: of("refunding"),
    refunded: of("refunded"),
  };
}
