import { useQuery } from "convex/react";
import { type FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";

export type Match = FunctionReturnType<typeof api.matches.list>[number];

/** More than this never happen in one instant. */
const NEWEST = { limit: 3 };

/** The match that has just come to be, on whatever screen; null when there is none or it has been seen. */
export function useNewMatch(): [Match | null, seen: () => void] {
  const newest = useQuery(api.matches.list, NEWEST);
  // What was there when the screen opened is no news, and neither is an older one that moves up after an unmatch.
  const [known, setKnown] = useState<Known | null>(null);

  if (newest !== undefined && known === null) setKnown(knownAfter(null, newest));
  const fresh = known === null ? undefined : newest?.findLast((match) => isNews(match, known));
  const seen = () => fresh !== undefined && setKnown((before) => knownAfter(before, [fresh]));
  return [fresh ?? null, seen];
}

type Known = { latest: number; ids: readonly Id<"matches">[] };

function isNews(match: Match, known: Known): boolean {
  return match.createdAt >= known.latest && !known.ids.includes(match.matchId);
}

function knownAfter(before: Known | null, matches: readonly Match[]): Known {
  return {
    latest: Math.max(before?.latest ?? 0, ...matches.map(({ createdAt }) => createdAt)),
    ids: [...(before?.ids ?? []), ...matches.map(({ matchId }) => matchId)],
  };
}
