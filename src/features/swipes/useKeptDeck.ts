import { useEffect, useEffectEvent, useState } from "react";
import { keep } from "../../session/keep";
import { DECK } from "../../session/kept";
import { storedSessionId } from "../../session/storedSession";
import { useAttendee, useMe } from "../../session/useAttendee";
import { useKept } from "../../session/useKept";
import { limits } from "../../../convex/shared/limits";
import type { Card, DeckState } from "./deckState";
import { type Deal, viewerOf } from "./heldCards";
import { useOutbox } from "./SwipeOutbox";

/**
 * Stores the waiting cards. Passes the last visit's cards to `onKept` when the app is opened, or in a dead spot. After the first deal
 * (`dealt`), the deck is current. So it is after `held`: the deal that its cards are from, on a return to the screen.
 */
export function useKeptDeck(deck: DeckState, held: Deal | undefined, onKept: (cards: readonly Card[]) => void) {
  const outbox = useOutbox();
  const viewer = viewerOf(useMe());
  const [session] = useState(() => storedSessionId("attendee"));
  const { isKept } = useAttendee();
  const [isEarly] = useState(isKept);
  const [deal, setDeal] = useState(held);
  const kept = useKept<readonly Card[]>(deal === undefined ? DECK : null, isEarly);
  const { cards, status } = deck;
  const at = deal?.at ?? (cards.length > 0 ? kept?.at : undefined);

  const give = useEffectEvent(onKept);
  useEffect(() => {
    if (kept !== null) give(kept.data);
  }, [kept]);
  useEffect(() => {
    if (session === null || at === undefined || status !== "ready") return;
    keep(session, new Map([[DECK, cards.slice(0, limits.deckSize)]]), at);
  }, [session, cards, status, at]);
  useEffect(() => {
    if (deal !== undefined) outbox.held.hold(cards, deal);
  }, [outbox, cards, deal]);

  return { isCurrent: deal !== undefined, dealt: () => setDeal({ at: Date.now(), viewer }) };
}
