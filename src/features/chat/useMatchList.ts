import { useQuery_experimental as useQueryResult } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";

type Match = FunctionReturnType<typeof api.matches.list>[number];

/** The matches, live: the newest hundred, or all where the one that is asked for is not among those. */
export function useMatchList(matchId: string): { matches: readonly Match[] | undefined; isComplete: boolean } {
  const newest = useMatches(limits.listed);
  const isMissing = newest?.length === limits.listed && newest.every((match) => match.matchId !== matchId);
  const all = useMatches(isMissing ? limits.matchesMost : null);
  return isMissing ? { matches: all ?? newest, isComplete: all !== undefined } : { matches: newest, isComplete: true };
}

/** Undefined until they are here, and when they cannot be had. */
function useMatches(limit: number | null): readonly Match[] | undefined {
  const result = useQueryResult({ query: api.matches.list, args: limit === null ? "skip" : { limit } });
  return result.status === "success" ? result.data : undefined;
}
