import { useEffect, useEffectEvent, useState } from "react";
import { writeCache } from "../../session/writeCache";
import { DECK } from "../../session/cache";
import { storedSessionId } from "../../session/storedSession";
import { useAttendee, useMe } from "../../session/useAttendee";
import { useCached } from "../../session/useCached";
import { limits } from "../../../convex/shared/limits";
import type { Card, DeckState } from "./deckState";
import { type Deal, viewerOf } from "./heldCards";
import { useOutbox } from "./SwipeOutbox";

/**
 * Caches the waiting cards. Passes the cached ones to `onCached` when the app is opened or offline. Current after `dealt()`, or from the
 * start with `held`: the deal of cards held since the screen was left.
 */
export function useCachedDeck(deck: DeckState, held: Deal | undefined, onCached: (cards: readonly Card[]) => void) {
  const outbox = useOutbox();
  const viewer = viewerOf(useMe());
  const [session] = useState(() => storedSessionId("attendee"));
  const { isCached } = useAttendee();
  const [isEarly] = useState(isCached);
  const [deal, setDeal] = useState(held);
  const cached = useCached<readonly Card[]>(deal === undefined ? DECK : null, isEarly);
  const { cards, status } = deck;
  const at = deal?.at ?? (cards.length > 0 ? cached?.at : undefined);

  const give = useEffectEvent(onCached);
  useEffect(() => {
    if (cached !== null) give(cached.data);
  }, [cached]);
  useEffect(() => {
    if (session === null || at === undefined || status !== "ready") return;
    writeCache(session, new Map([[DECK, cards.slice(0, limits.deckSize)]]), at);
  }, [session, cards, status, at]);
  useEffect(() => {
    if (deal !== undefined) outbox.held.hold(cards, deal);
  }, [outbox, cards, deal]);

  return { isCurrent: deal !== undefined, dealt: () => setDeal({ at: Date.now(), viewer }) };
}
