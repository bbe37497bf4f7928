import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useState, type ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { Note } from "../../components/Note";
import { words } from "./words";

/**
 * Returns true once the mailed link is known to be used, replaced or expired. Asks only once, because the link also ends when the person
 * uses it.
 */
export function useLinkIsDead(link: FunctionArgs<typeof api.auth.linkWorks> | null): boolean {
  const [works, setWorks] = useState<boolean>();
  const args = link === null || works !== undefined ? "skip" : link;
  const result = useQueryResult({ query: api.auth.linkWorks, args });
  if (args !== "skip" && result.status === "success") setWorks(result.data);
  return works === false;
}

/** Says that a link was used, replaced or has expired. `children`: how to get a new one. */
export function DeadLink({ children }: { children: ReactNode }) {
  return (
    <Note variant="bad" role="alert" className="flex flex-col gap-4">
      <p className="font-semibold">{words.deadLink}</p>
      {children}
    </Note>
  );
}
