import { useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useSearchInAddress } from "../useSearchInAddress";

export type ListedOrder = FunctionReturnType<typeof api.money.orders>["page"][number];
export type Products = FunctionReturnType<typeof api.money.totals>["products"];
export type Day = FunctionReturnType<typeof api.money.days>["days"][number];
type Asked = Omit<FunctionArgs<typeof api.money.orders>, "paginationOpts">;

/** Which orders are looked for, kept in the address: a link leads to an order, and the list is as it was when one comes back. */
export function useAskedOrders() {
  const { params, search, ...change } = useSearchInAddress();
  const day = params.get("day");
  const status = params.get("status");
  const asked = { search, ...(day && { day }), ...(status && { status }) } as Asked;
  return { asked, ...change };
}

/** The latest days with their orders, live. Undefined: loading. */
export function useDays() {
  const [most, setMost] = useState(DAYS);
  const listed = useQuery(api.money.days, { most });
  // While earlier days load, the loaded ones stay.
  const [last, setLast] = useState(listed);
  if (listed !== undefined && last !== listed) setLast(listed);
  return { listed: listed ?? last, isLoading: listed === undefined, more: () => setMost(most + DAYS) };
}

const DAYS = 7;
