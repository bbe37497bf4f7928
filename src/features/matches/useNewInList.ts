import { useEffect, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { useBackgroundMutation } from "../../lib/acts";
import { useIsVisible } from "../../lib/visibility";
import type { Match } from "./useMatches";

/**
 * Marks matches that are new in the list. Viewing the list reports them as seen, which clears the badge on every device. In this list they
 * stay marked until the person opens them or leaves the list.
 */
export function useNewInList(matches: readonly Match[] | undefined) {
  const send = useBackgroundMutation(api.matches.markListed);
  const isVisible = useIsVisible();
  const [marked, setMarked] = useState<ReadonlySet<Id<"matches">>>(new Set());
  const [opened, setOpened] = useState<ReadonlySet<Id<"matches">>>(new Set());

  const unlisted = (matches ?? []).filter(({ isNew }) => isNew).map(({ matchId }) => matchId);
  if (unlisted.some((id) => !marked.has(id))) setMarked(new Set([...marked, ...unlisted]));
  const toSend = isVisible ? unlisted.join(" ") : "";
  useEffect(() => {
    if (toSend !== "") void send({ matchIds: toSend.split(" ") }).catch(() => undefined);
  }, [toSend, send]);

  return {
    isNew: ({ matchId }: Match) => marked.has(matchId) && !opened.has(matchId),
    open: ({ matchId }: Match) => setOpened(new Set([...opened, matchId])),
  };
}
