import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useEffectEvent, useReducer, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { useAttendee, useMe } from "../../session/useAttendee";
import { type Card, type Decided, type DeckState, emptyDeck, nextDeck } from "./deckState";
import { cachedCards } from "./cachedCards";
import { arrivedDeal } from "./earlyDeal";
import { viewerOf } from "./lastDeal";
import { isUndo, type Swipes } from "./outbox";
import type { Speed } from "./release";
import { useOutbox } from "./SwipeOutbox";
import { useDealing } from "./useDealing";
import { useLastDecision } from "./useLastDecision";
import { useRefill } from "./useRefill";

type Deck = DeckState & {
  decide: (card: Card, liked: boolean, speed: Speed) => void;
  endFlight: (card: Card) => void;
  /** The person of this page's last decision. Null after an undo or a refusal. */
  last: Id<"users"> | null;
  /** Undoes the last decision, sent or queued. */
  undo: () => void;
  /** Removes a reported person. */
  remove: (card: Card) => void;
  /** Loads a new deal. Shows a message if it is empty. */
  refresh: () => void;
};

/** The deck. Cards are fetched, not subscribed to, so the deck does not change during a drag. */
export function useDeck({ left, onNoneLeft }: { left: number | null; onNoneLeft: () => void }): Deck {
  const { outbox, sentKeys, lastDeal } = useOutbox();
  const me = useMe();
  const convex = useConvex();
  // A deck fetched before a swipe arrived still contains that person. `decided` filters them out.
  const decided = useDecided(outbox.queued);
  const [initial] = useState(() => lastDeal.fresh(viewerOf(me)) ?? firstDeal(convex, viewerOf(me), decided));
  const { isCached } = useAttendee();
  const [deck, dispatch] = useReducer(nextDeck, null, () => {
    const cards = initial?.cards ?? (isCached ? cachedCards().filter(({ _id }) => !decided.has(_id)) : []);
    return cards.length === 0 ? emptyDeck : { ...emptyDeck, cards, status: "ready" as const };
  });
  const { load, isLoading } = useDealing({ deck, deal: initial?.deal, decided, dispatch });
  const { refill, refresh, cancelRefill } = useRefill({ count: deck.cards.length, load, dispatch, left });
  const { last, setLast, forget, undo } = useLastDecision({ decided, dispatch, isLoading, onReturned: cancelRefill });

  useRefused(outbox.onRefused, (entry, reason) => {
    if (reason === "noneLeft") onNoneLeft();
    const card = decided.get(entry.profileId);
    // A card that is gone stays decided, so a deal that is already on its way does not bring it back.
    if (reason !== "gone") decided.delete(entry.profileId);
    forget(entry.profileId);
    if (card && !isUndo(entry) && reason !== "gone") dispatch({ type: "refused", card });
    // A fresh deal drops the card if its undo was refused.
    void load(true);
  });

  return {
    ...deck,
    last,
    decide: (card, liked, speed) => {
      decided.set(card._id, card);
      dispatch({ type: "decided", flight: { card, liked, speed } });
      refill();
      setLast({ card, liked });
      sentKeys.delete(card._id);
      outbox.add({ profileId: card._id, liked });
      // After the sending, because it writes to the browser's storage.
      lastDeal.remove(card._id);
    },
    undo,
    endFlight: (card) => dispatch({ type: "flightEnded", card }),
    remove: (card) => {
      decided.set(card._id, null);
      dispatch({ type: "removed", card });
      refill();
    },
    refresh,
  };
}

/** Returns the deal that was asked for before the app had loaded, if it has arrived. */
function firstDeal(convex: ConvexReactClient, viewer: string, decided: Decided) {
  const { cards = [], at = 0 } = arrivedDeal(convex) ?? {};
  const undecided = cards.filter(({ _id }) => !decided.has(_id));
  return undecided.length === 0 ? null : { cards: undecided, deal: { dealtAt: at, viewer } };
}

function useDecided(queued: Swipes["queued"]): Decided {
  const [decided] = useState((): Decided => new Map(queued().map(({ entry }) => [entry.profileId, null])));
  return decided;
}

function useRefused(onRefused: Swipes["onRefused"], act: Parameters<Swipes["onRefused"]>[0]) {
  const handle = useEffectEvent(act);
  useEffect(() => onRefused((...refusal) => handle(...refusal)), [onRefused]);
}
