import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../../convex/_generated/api";
import { useLastKnown } from "../../../lib/useLastKnown";

export type ListedOrder = FunctionReturnType<typeof api.money.orders>["page"][number];
export type Products = FunctionReturnType<typeof api.money.totals>["products"];
export type Day = FunctionReturnType<typeof api.money.days>["days"][number];

/** The latest days with their orders, live. Undefined: loading. While earlier days load, the loaded ones stay. */
export function useDays() {
  const [most, setMost] = useState(DAYS);
  const loaded = useQuery(api.money.days, { most });
  const listed = useLastKnown(loaded);
  return { listed, isLoading: loaded === undefined, more: () => setMost(most + DAYS) };
}

const DAYS = 7;
