import { sumOf, sumOfStates } from "../../../../convex/shared/orderSums";
import { rupees } from "../../../lib/money";
import { words } from "./words";
import type { Products } from "./useMoney";

/** The number and value of some orders in each state. */
export type States = Products[keyof Products];

/** Sums all products. */
export function together(products: Products): States {
  return sumOfStates(Object.values(products));
}

/** Returns a line for each state besides paid: refunds, and unpaid orders. */
export function othersOf({ open, failed, refundDue, refunding, refunded }: States): string[] {
  const due = sumOf([refundDue, refunding]);
  const lines = [
    due.orders > 0 && words.states.due(due.orders, rupees(due.amount)),
    refunded.orders > 0 && words.states.refunded(refunded.orders, rupees(refunded.amount)),
    open.orders > 0 && words.states.open(open.orders),
    failed.orders > 0 && words.states.failed(failed.orders),
  ];
  return lines.filter((line) => line !== false);
}
