import { useQuery } from "convex/react";
import { type FunctionReturnType } from "convex/server";
import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";

export type Match = FunctionReturnType<typeof api.matches.list>[number];

/** More than this never happen at the same time. */
const NEWEST = { limit: 3 };

/** A match that has just been made; null when there is none or it has been seen. */
export function useNewMatch(): [Match | null, markSeen: () => void] {
  const newest = useQuery(api.matches.list, NEWEST);
  // Matches from before the screen opened are not new, nor are older ones that move up in the list after an unmatch.
  const [known, setKnown] = useState<Known | null>(null);

  if (newest !== undefined && known === null) setKnown(knownAfter(null, newest));
  const match = known === null ? undefined : newest?.findLast((candidate) => isNew(candidate, known));
  const markSeen = () => match !== undefined && setKnown((before) => knownAfter(before, [match]));
  return [match ?? null, markSeen];
}

type Known = { latest: number; ids: readonly Id<"matches">[] };

function isNew(match: Match, known: Known): boolean {
  return match.createdAt >= known.latest && !known.ids.includes(match.matchId);
}

function knownAfter(before: Known | null, matches: readonly Match[]): Known {
  return {
    latest: Math.max(before?.latest ?? 0, ...matches.map(({ createdAt }) => createdAt)),
    ids: [...(before?.ids ?? []), ...matches.map(({ matchId }) => matchId)],
  };
}
