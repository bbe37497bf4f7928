import type { FunctionArgs, FunctionReturnType } from "convex/server";
import type { api } from "../../../../convex/_generated/api";
import { useSearchInAddress } from "../useSearchInAddress";

export type Listed = FunctionReturnType<typeof api.people.list>["page"][number];
export type Filter = FunctionArgs<typeof api.people.list>["filter"];

/** Search and filters, kept in the address, so the list is unchanged when the organiser returns from a person. */
export function useAskedPeople() {
  const { params, search, ...change } = useSearchInAddress();
  const status = params.get("status");
  const tier = params.get("tier");
  const filter = { ...(status && { status }), ...(tier && { tier }) } as Filter;
  return { asked: { search, filter }, ...change };
}
