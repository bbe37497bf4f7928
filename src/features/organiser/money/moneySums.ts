import { sumOf, sumOfStates } from "../../../../convex/shared/orderSums";
import { rupees } from "../../../lib/money";
import { words } from "./words";
import type { Products } from "./useMoney";

/** Of some orders, how many are in each state and what they come to. */
export type States = Products["unlimited_swipes"];

/** Those of both products. */
export function together({ unlimited_swipes: gold, vip_boost: vip }: Products): States {
  return sumOfStates([gold, vip]);
}

/** What there is beside what was paid, a line each: money that goes back, and what is not paid. */
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
