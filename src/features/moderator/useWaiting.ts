import { usePaginatedQuery, useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLastKnown } from "../../lib/useLastKnown";
import { useMinute } from "../../lib/useMinute";

export type Filter = FunctionArgs<typeof api.moderator.waiting>["filter"];

/** The waiting profiles that match the filter, live, as many as were loaded. `more` loads the next page. Undefined: no more. */
export type Waiting = ReturnType<typeof useWaiting>;

export function useWaiting() {
  const [filter, setFilter] = useState<Filter>("all");
  const { results, status, loadMore } = usePaginatedQuery(api.moderator.waiting, { filter }, { initialNumItems: PAGE });
  const isLoading = status === "LoadingFirstPage";
  const [hasBegun, setBegun] = useState(false);
  if (!isLoading && !hasBegun) setBegun(true);
  return {
    hasBegun,
    filter,
    setFilter,
    rows: results,
    isLoading,
    more: status === "CanLoadMore" ? () => loadMore(PAGE) : undefined,
  };
}

const PAGE = 50;

export type Figures = FunctionReturnType<typeof api.moderator.figures>;

/** Returns the figures above the queue: waiting profiles, longest wait, last hour's decisions. Null: not known yet. */
export function useFigures(): Figures | null {
  const counted = Math.floor(useMinute() / COUNTED) * COUNTED;
  const figures = useQuery(api.moderator.figures, { since: counted + COUNTED - HOUR });
  // The previous figures stay while the next ones load.
  return useLastKnown(figures) ?? null;
}

/** Decisions are counted in periods of ten minutes, six an hour. */
const COUNTED = 10 * 60_000;
const HOUR = 60 * 60_000;
