import { usePaginatedQuery, useQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import { useLastKnown } from "../../lib/useLastKnown";
import { useMinute } from "../../lib/useMinute";
import { HOUR } from "../../../convex/shared/durations";

export type Filter = FunctionArgs<typeof api.moderator.waiting>["filter"];

/** The waiting profiles that match the filter, live, as many as were loaded. `loadMore` loads the next page. Undefined: no more. */
export type Waiting = ReturnType<typeof useWaiting>;

export function useWaiting() {
  const [filter, setFilter] = useState<Filter>("all");
  const { results, status, loadMore } = usePaginatedQuery(api.moderator.waiting, { filter }, { initialNumItems: PAGE });
  const isLoading = status === "LoadingFirstPage";
  const [hasLoaded, setLoaded] = useState(false);
  if (!isLoading && !hasLoaded) setLoaded(true);
  return {
    hasLoaded,
    filter,
    setFilter,
    rows: results,
    isLoading,
    loadMore: status === "CanLoadMore" ? () => loadMore(PAGE) : undefined,
  };
}

const PAGE = 50;

export type Figures = FunctionReturnType<typeof api.moderator.figures>;

/** Returns the figures above the queue: waiting profiles, longest wait, last hour's decisions. Null: not known yet. */
export function useFigures(): Figures | null {
  const periodStart = Math.floor(useMinute() / PERIOD) * PERIOD;
  const figures = useQuery(api.moderator.figures, { since: periodStart + PERIOD - HOUR });
  // The previous figures stay while the next ones load.
  return useLastKnown(figures) ?? null;
}

/** Decisions are counted in periods of ten minutes, six an hour. */
const PERIOD = 10 * 60_000;
