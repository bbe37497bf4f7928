import { usePaginatedQuery } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { api } from "../../../convex/_generated/api";

export type Listed = FunctionReturnType<typeof api.people.list>["page"][number];
export type Filter = FunctionArgs<typeof api.people.list>["filter"];
type Asked = { search: string; filter: Filter };

const flags = ["reported", "known", "waiting"] as const;

/** What is typed and filtered, kept in the address: whoever comes back from a person finds the list as it was. */
export function useAsked() {
  const [params, setParams] = useSearchParams();
  // Apart from the address, which follows a moment later: else fast fingers would lose letters.
  const [search, setSearch] = useState(() => params.get("q") ?? "");
  const [status, tier] = [params.get("status"), params.get("tier")];
  const filter = {
    ...(status && { status }),
    ...(tier && { tier }),
    ...Object.fromEntries(flags.filter((flag) => params.has(flag)).map((flag) => [flag, true])),
  } as Filter;
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === "") next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const type = (text: string) => {
    setSearch(text);
    set("q", text);
  };
  const clear = () => {
    setSearch("");
    setParams({}, { replace: true });
  };
  return { search, filter, type, set, clear };
}

/** The people found, live. While the next search is on its way, those of the last one stay: `isStale`. */
export function usePeople({ search, filter }: Asked) {
  const { results, status, loadMore } = usePaginatedQuery(api.people.list, { search, filter }, { initialNumItems: 25 });
  const isLoading = status === "LoadingFirstPage";
  const [last, setLast] = useState<Listed[] | null>(null);
  if (!isLoading && last !== results) setLast(results);
  return {
    people: isLoading ? last : results,
    isStale: isLoading,
    /** There is more, listed or to be looked through. */
    hasMore: status === "CanLoadMore",
    isLoadingMore: status === "LoadingMore",
    more: () => loadMore(25),
  };
}
