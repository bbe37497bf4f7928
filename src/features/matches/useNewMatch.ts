import { useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useBackgroundMutation } from "../../lib/acts";
import { useNews } from "../../lib/useNewCounts";
import type { Match } from "./useMatches";

type NewMatch = {
  /** The match to show next. Null if all were shown. */
  match: Match | null;
  /** The number of further unseen matches. */
  moreCount: number;
  markSeen: () => void;
  /** Marks all waiting matches as seen, when the person follows a link in the popup. */
  markAllSeen: () => void;
};

/** Returns the matches whose popup the member has not seen on any device, oldest first. */
export function useNewMatch(): NewMatch {
  const unseen = (useNews()?.matches ?? []).filter(({ isUnseen }) => isUnseen).reverse();
  const send = useBackgroundMutation(api.matches.markSeen);
  // Prevents showing a match twice before the deployment has stored it, or if the call fails.
  const [seen, setSeen] = useState<ReadonlySet<Id<"matches">>>(new Set());

  const waiting = unseen.filter(({ matchId }) => !seen.has(matchId));
  const mark = (matches: readonly Match[]) => {
    const matchIds = matches.map(({ matchId }) => matchId);
    setSeen(new Set([...seen, ...matchIds]));
    void send({ matchIds }).catch(() => undefined);
  };
  return {
    match: waiting[0] ?? null,
    moreCount: Math.max(0, waiting.length - 1),
    markSeen: () => mark(waiting.slice(0, 1)),
    markAllSeen: () => mark(waiting),
  };
}
