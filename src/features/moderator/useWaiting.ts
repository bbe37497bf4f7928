import { usePaginatedQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";

export type Filter = FunctionArgs<typeof api.moderator.waiting>["filter"];

/** Who waits, of the kind that is chosen: as many as have been looked at. Live. `more` loads some, where there are more. */
export type Waiting = ReturnType<typeof useWaiting>;

export function useWaiting() {
  const [filter, setFilter] = useState<Filter>("all");
  const { results, status, loadMore } = usePaginatedQuery(api.moderator.waiting, { filter }, { initialNumItems: PAGE });
  const isLoading = status === "LoadingFirstPage";
  const [hasBegun, setBegun] = useState(false);
  if (!isLoading && !hasBegun) setBegun(true);
  return {
    /** Whether the first page of all has been there. */
    hasBegun,
    filter,
    setFilter,
    rows: results,
    isLoading,
    more: status === "CanLoadMore" ? () => loadMore(PAGE) : undefined,
  };
}

const PAGE = 50;
