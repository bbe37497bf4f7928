import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";

/**
 * Whether the mailed link that led here was used, replaced or has expired, once that is known. Asked once: by their own use the
 * link ends too.
 */
export function useLinkIsDead(link: FunctionArgs<typeof api.auth.linkWorks> | null): boolean {
  const [works, setWorks] = useState<boolean>();
  const args = link === null || works !== undefined ? "skip" : link;
  const result = useQueryResult({ query: api.auth.linkWorks, args });
  if (args !== "skip" && result.status === "success") setWorks(result.data);
  return works === false;
}
