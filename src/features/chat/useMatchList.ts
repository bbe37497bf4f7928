import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { limits } from "../../../convex/shared/limits";
import { useIsOffline } from "../../lib/connection";
import { useKeptQuery } from "../../session/useKept";

type Match = FunctionReturnType<typeof api.matches.list>[number];

/**
 * The matches, live: the newest hundred, or all where the one that is asked for is not among those. `isComplete`: one that is
 * missing does not exist. Who is offline may have got another one since.
 */
export function useMatchList(matchId: string): { matches: readonly Match[] | undefined; isComplete: boolean } {
  const { matches: newest, isLive } = useMatches(limits.listed);
  const isMissing = newest?.length === limits.listed && newest.every((match) => match.matchId !== matchId);
  const all = useMatches(isMissing ? limits.matchesMost : null);
  if (isMissing) return { matches: all.matches ?? newest, isComplete: all.isLive };
  return { matches: newest, isComplete: isLive };
}

/** Undefined until they are here, and when they cannot be had. */
function useMatches(limit: number | null): { matches: readonly Match[] | undefined; isLive: boolean } {
  const result = useKeptQuery(api.matches.list, limit === null ? "skip" : { limit });
  const isOffline = useIsOffline();
  const matches = result.status === "success" ? result.data : undefined;
  return { matches, isLive: matches !== undefined && !result.isKept && !isOffline };
}
