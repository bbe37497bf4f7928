import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useFound } from "../useFound";
import { useSearchInAddress } from "../useSearchInAddress";

export type Listed = FunctionReturnType<typeof api.people.list>["page"][number];
export type Filter = FunctionArgs<typeof api.people.list>["filter"];
type Asked = { search: string; filter: Filter };

/** What is typed and filtered, kept in the address: whoever comes back from a person finds the list as it was. */
export function useAsked() {
  const { params, search, set, type, clear } = useSearchInAddress();
  const [status, tier] = [params.get("status"), params.get("tier")];
  const filter = { ...(status && { status }), ...(tier && { tier }) } as Filter;
  return { search, filter, type, set, clear: () => clear() };
}

/** The people found, live. While the next search is on its way, those of the last one stay: `isStale`. */
export function usePeople({ search, filter }: Asked) {
  const { found: people, ...rest } = useFound(api.people.list, { search, filter });
  return { people, ...rest };
}
