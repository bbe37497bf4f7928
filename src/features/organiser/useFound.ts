import {
  usePaginatedQuery,
  type PaginatedQueryArgs,
  type PaginatedQueryItem,
  type PaginatedQueryReference,
} from "convex/react";
import { useState } from "react";

export type Found<Row> = {
  /** Null: loading. */
  rows: Row[] | null;
  /** These are what the last search found. */
  isStale: boolean;
  /** There is more, listed or to be looked through. */
  hasMore: boolean;
  isLoadingMore: boolean;
  more: () => void;
};

/** Search results, a page at a time, live. While the next search loads, the last results stay: `isStale`. */
export function useFound<Query extends PaginatedQueryReference>(
  query: Query,
  asked: PaginatedQueryArgs<Query>,
): Found<PaginatedQueryItem<Query>> {
  const { results, status, loadMore } = usePaginatedQuery(query, asked, { initialNumItems: PAGE });
  const isLoading = status === "LoadingFirstPage";
  const [last, setLast] = useState<PaginatedQueryItem<Query>[] | null>(null);
  if (!isLoading && last !== results) setLast(results);
  return {
    rows: isLoading ? last : results,
    isStale: isLoading,
    hasMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore",
    more: () => loadMore(PAGE),
  };
}

const PAGE = 25;
