/** Sums of orders by state. */

/** A number of orders, and their sum in minor units of rupees. */
export type OrderSum = { orders: number; amount: number };
/** Some orders, summed by state. */
export type OrderStates = Record<"open" | "paid" | "failed" | "refundDue" | "refunding" | "refunded", OrderSum>;

/** Adds sums. Zero for none. */
export function sumOf(sums: readonly OrderSum[]): OrderSum {
  const nothing = { orders: 0, amount: 0 };
  return sums.reduce((a, b) => ({ orders: a.orders + b.orders, amount: a.amount + b.amount }), nothing);
}

/** Adds sums by state. */
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
