import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useBackgroundMutation } from "../../lib/acts";
import { useNews } from "../../lib/useNewCounts";
import type { Match } from "./useMatches";

type NewMatch = {
  /** The match whose moment is next; null when every one has been seen. */
  match: Match | null;
  /** How many moments wait behind it. */
  more: number;
  markSeen: () => void;
  /** Marks all waiting popups as seen when the person goes to their matches instead. */
  markAllSeen: () => void;
};

/** The matches whose popup the member has not seen on any device, made just now or while they were away; oldest first. */
export function useNewMatch(): NewMatch {
  const unseen = (useNews()?.matches ?? []).filter(({ isUnseen }) => isUnseen).reverse();
  const send = useBackgroundMutation(api.matches.markSeen);
  // Until the deployment knows, and if it never hears of it, this page shows none twice.
  const [seen, setSeen] = useState<ReadonlySet<Id<"matches">>>(new Set());

  const waiting = unseen.filter(({ matchId }) => !seen.has(matchId));
  const mark = (matches: readonly Match[]) => {
    const matchIds = matches.map(({ matchId }) => matchId);
    setSeen(new Set([...seen, ...matchIds]));
    void send({ matchIds }).catch(() => undefined);
  };
  return {
    match: waiting[0] ?? null,
    more: Math.max(0, waiting.length - 1),
    markSeen: () => mark(waiting.slice(0, 1)),
    markAllSeen: () => mark(waiting),
  };
}
