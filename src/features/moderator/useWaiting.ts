import { usePaginatedQuery } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";

export type Filter = FunctionArgs<typeof api.moderator.waiting>["filter"];

/** The waiting profiles of the chosen kind, as many as were viewed. Live. `more` loads further ones, if there are any. */
export type Waiting = ReturnType<typeof useWaiting>;

export function useWaiting() {
  const [filter, setFilter] = useState<Filter>("all");
  const { results, status, loadMore } = usePaginatedQuery(api.moderator.waiting, { filter }, { initialNumItems: PAGE });
  const isLoading = status === "LoadingFirstPage";
  const [hasBegun, setBegun] = useState(false);
  if (!isLoading && !hasBegun) setBegun(true);
  return {
    /** True once the first page has loaded. */
    hasBegun,
    filter,
    setFilter,
    rows: results,
    isLoading,
    more: status === "CanLoadMore" ? () => loadMore(PAGE) : undefined,
  };
}

const PAGE = 50;
