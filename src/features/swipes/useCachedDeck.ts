import { useEffect, useEffectEvent, useState } from "react";
import { writeCache } from "../../session/writeCache";
import { DECK } from "../../session/cache";
import { storedSessionId } from "../../session/storedSession";
import { useAttendee, useMe } from "../../session/useAttendee";
import { useCached } from "../../session/useCached";
import { limits } from "../../../convex/shared/limits";
import type { Card, DeckState } from "./deckState";
import { type Deal, viewerOf } from "./lastDeal";
import { useOutbox } from "./SwipeOutbox";

/**
 * Caches the waiting cards. Passes the cached ones to `onCached` when the app is opened or offline. The deck counts as current after
 * `dealt()`, or from the start with `initialDeal`, the deal that its remaining cards came from.
 */
export function useCachedDeck(
  deck: DeckState,
  initialDeal: Deal | undefined,
  onCached: (cards: readonly Card[]) => void,
) {
  const outbox = useOutbox();
  const viewer = viewerOf(useMe());
  const [session] = useState(() => storedSessionId("attendee"));
  const { isCached } = useAttendee();
  const [isEarly] = useState(isCached);
  const [deal, setDeal] = useState(initialDeal);
  const cached = useCached<readonly Card[]>(deal === undefined ? DECK : null, isEarly);
  const { cards, status } = deck;
  const dealtAt = deal?.dealtAt ?? (cards.length > 0 ? cached?.at : undefined);

  const passCached = useEffectEvent(onCached);
  useEffect(() => {
    if (cached !== null) passCached(cached.data);
  }, [cached]);
  useEffect(() => {
    if (session === null || dealtAt === undefined || status !== "ready") return;
    writeCache(session, new Map([[DECK, cards.slice(0, limits.deckSize)]]), dealtAt);
  }, [session, cards, status, dealtAt]);
  useEffect(() => {
    if (deal !== undefined) outbox.lastDeal.store(cards, deal);
  }, [outbox, cards, deal]);

  return { isCurrent: deal !== undefined, dealt: () => setDeal({ dealtAt: Date.now(), viewer }) };
}
