import { useConvex, type ConvexReactClient } from "convex/react";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import type { Id } from "../../../convex/_generated/dataModel";
import { toast } from "../../lib/toast";
import { useAttendee, useMe } from "../../session/useAttendee";
import { emptyDeck, nextDeck, type Card, type Decided, type DeckEvent, type DeckState } from "./deckState";
import { arrivedDeal } from "./earlyDeal";
import { cachedCards, viewerOf, type LastDeal } from "./lastDeal";
import { isUndo, type Swipes } from "./outbox";
import type { Speed } from "./release";
import { useOutbox } from "./SwipeOutbox";
import { useDealing } from "./useDealing";
import { useLastDecision } from "./useLastDecision";
import { words } from "./words";

type Deck = DeckState & {
  decide: (card: Card, liked: boolean, speed: Speed) => void;
  endFlight: (card: Card) => void;
  /** The person of this page's last decision. Null after an undo or a refusal. */
  last: Id<"users"> | null;
  /** Undoes the last decision, sent or queued. */
  undo: () => void;
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

  // Another screen may have reported or blocked them: the form stays open, and its answer may be late.
  useRemoved(lastDeal.onRemoved, (person) => {
    const card = deck.cards.find(({ _id }) => _id === person);
    if (card === undefined || decided.has(person)) return;
    decided.set(person, null);
    dispatch({ type: "removed", card });
    refill();
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
  const [decided] = useState((): Decided => {
    const swipes = queued().filter(({ entry }) => !isUndo(entry));
    return new Map(swipes.map(({ entry }) => [entry.profileId, null]));
  });
  return decided;
}

function useRefused(onRefused: Swipes["onRefused"], act: Parameters<Swipes["onRefused"]>[0]) {
  const handle = useEffectEvent(act);
  useEffect(() => onRefused((...refusal) => handle(...refusal)), [onRefused]);
}

function useRemoved(onRemoved: LastDeal["onRemoved"], act: Parameters<LastDeal["onRemoved"]>[0]) {
  const handle = useEffectEvent(act);
  useEffect(() => onRemoved((person) => handle(person)), [onRemoved]);
}

/**
 * Loads the next cards when this many are left, including the card being decided. The two behind it already have their photos. Loading
 * earlier would deal more cards twice, and each deal is a costly call.
 */
const REFILL_AT = 3;
/** Milliseconds from the last card to the next deal, so that its swipe has arrived. */
const REFETCH_DELAY = 1000;

type RefillOptions = {
  /** The number of cards, including the one being decided. */
  count: number;
  load: (isFresh?: boolean) => Promise<number | null>;
  dispatch: (event: DeckEvent) => void;
  /** The swipes left. Null with Gold: no limit. */
  left: number | null;
};

/** Loads the next cards when few are left (`refill`), or on request (`refresh`). Shows a message if there are none. */
function useRefill({ count, load, dispatch, left }: RefillOptions) {
  const refetch = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(refetch.current), []);
  // Read after a load, during which the swipes may have run out.
  const leftRef = useRef(left);
  useEffect(() => {
    leftRef.current = left;
  });

  async function loadAndReport(isFresh = false) {
    const dealtCount = await load(isFresh);
    // Without swipes left, the screen says that instead.
    if (dealtCount === 0 && leftRef.current !== 0) toast.error(words.noneNow, words.noneNow);
  }

  return {
    refill: () => {
      // Nobody needs more cards than swipes.
      if (count > Math.min(REFILL_AT, left ?? REFILL_AT)) return;
      if (count !== 1) return void load();
      dispatch({ type: "loading" });
      refetch.current = window.setTimeout(() => void loadAndReport(), REFETCH_DELAY);
    },
    refresh: () => {
      dispatch({ type: "loading" });
      void loadAndReport(true);
    },
    /** Cancels the deal after the last card, because a card came back. */
    cancelRefill: () => window.clearTimeout(refetch.current),
  };
}
