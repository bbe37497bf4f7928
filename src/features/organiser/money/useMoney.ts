import { useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useFound } from "../useFound";
import { useSearchInAddress } from "../useSearchInAddress";

export type ListedOrder = FunctionReturnType<typeof api.money.orders>["page"][number];
export type Products = FunctionReturnType<typeof api.money.totals>["products"];
export type Day = FunctionReturnType<typeof api.money.days>["days"][number];
type Asked = Omit<FunctionArgs<typeof api.money.orders>, "paginationOpts">;

/** Which orders are looked for, kept in the address: a link leads to an order, and whoever comes back finds the list as it was. */
export function useAskedOrders() {
  const { params, search, set, type, clear } = useSearchInAddress();
  const [day, status] = [params.get("day"), params.get("status")];
  const asked = { search, ...(day && { day }), ...(status && { status }) } as Asked;
  /** All orders of one day, whatever was asked for before. */
  const showDay = (day: string) => clear({ day });
  return { asked, type, set, showDay, clear: () => clear() };
}

/** The orders found, live. While the next search is on its way, those of the last one stay: `isStale`. */
export function useOrders(asked: Asked) {
  const { found: orders, ...rest } = useFound(api.money.orders, asked);
  return { orders, ...rest };
}

/** The latest days with what was ordered on them, live. Undefined: loading. */
export function useDays() {
  const [most, setMost] = useState(DAYS);
  const listed = useQuery(api.money.days, { most });
  // While earlier days are on their way, those that are there stay.
  const [last, setLast] = useState(listed);
  if (listed !== undefined && last !== listed) setLast(listed);
  return { listed: listed ?? last, isLoading: listed === undefined, more: () => setMost(most + DAYS) };
}

const DAYS = 7;
