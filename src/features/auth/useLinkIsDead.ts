import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";

/**
 * Returns whether the mailed link was used, replaced or has expired, once that is known. Asks only once, because the person's own use ends
 * the link too.
 */
export function useLinkIsDead(link: FunctionArgs<typeof api.auth.linkWorks> | null): boolean {
  const [works, setWorks] = useState<boolean>();
  const args = link === null || works !== undefined ? "skip" : link;
  const result = useQueryResult({ query: api.auth.linkWorks, args });
  if (args !== "skip" && result.status === "success") setWorks(result.data);
  return works === false;
}
