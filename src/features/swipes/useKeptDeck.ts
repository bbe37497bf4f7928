import { useEffect, useEffectEvent, useState } from "react";
import { keep } from "../../session/keep";
import { DECK } from "../../session/kept";
import { storedSessionId } from "../../session/storedSession";
import { useAttendee } from "../../session/useAttendee";
import { useKept } from "../../session/useKept";
import { limits } from "../../../convex/shared/limits";
import type { Card, DeckState } from "./deckState";

/**
 * Stores the waiting cards. Passes the last visit's cards to `onKept` when the app is opened, or in a dead spot. After the first deal
 * (`dealt`), the deck is current.
 */
export function useKeptDeck(deck: DeckState, onKept: (cards: readonly Card[]) => void) {
  const [session] = useState(() => storedSessionId("attendee"));
  const { isKept } = useAttendee();
  const [isEarly] = useState(isKept);
  const [dealtAt, setDealtAt] = useState<number | null>(null);
  const kept = useKept<readonly Card[]>(dealtAt === null ? DECK : null, isEarly);
  const { cards, status } = deck;
  const at = dealtAt ?? (cards.length > 0 ? kept?.at : undefined);

  const give = useEffectEvent(onKept);
  useEffect(() => {
    if (kept !== null) give(kept.data);
  }, [kept]);
  useEffect(() => {
    if (session === null || at === undefined || status !== "ready") return;
    keep(session, new Map([[DECK, cards.slice(0, limits.deckSize)]]), at);
  }, [session, cards, status, at]);

  return { isCurrent: dealtAt !== null, dealt: () => setDealtAt(Date.now()) };
}
