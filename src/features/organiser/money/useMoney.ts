import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { sumOf, sumOfStates } from "../../../../convex/shared/orderSums";
import { rupees } from "../../../lib/money";
import { useLastKnown } from "../../../lib/useLastKnown";
import { words } from "./words";

export type ListedOrder = FunctionReturnType<typeof api.money.orders>["page"][number];
export type Products = FunctionReturnType<typeof api.money.totals>["products"];
export type Day = FunctionReturnType<typeof api.money.days>["days"][number];

/** Returns the latest days with their orders, live. Undefined: loading. While earlier days load, the loaded ones stay. */
export function useDays() {
  const [limit, setLimit] = useState(DAYS);
  const loaded = useQuery(api.money.days, { most: limit });
  const listed = useLastKnown(loaded);
  return { listed, isLoading: loaded === undefined, loadMore: () => setLimit(limit + DAYS) };
}

const DAYS = 7;

export type States = Products[keyof Products];

export function totalStates(products: Products): States {
  return sumOfStates(Object.values(products));
}

/** Returns a line for each state besides paid: refunds, and unpaid orders. */
export function otherStates({ open, failed, refundDue, refunding, refunded }: States): string[] {
  const due = sumOf([refundDue, refunding]);
  const lines = [
    due.orders > 0 && words.states.due(due.orders, rupees(due.amount)),
    refunded.orders > 0 && words.states.refunded(refunded.orders, rupees(refunded.amount)),
    open.orders > 0 && words.states.open(open.orders),
    failed.orders > 0 && words.states.failed(failed.orders),
  ];
  return lines.filter((line) => line !== false);
}
