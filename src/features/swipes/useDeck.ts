import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useEffectEvent, useReducer, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { fail } from "../../../convex/shared/errors";
import { fetchDeck } from "../../../convex/shared/fetchDeck";
import { messageOf } from "../../lib/errors";
import { newKey } from "../../lib/outbox";
import { toast } from "../../lib/toast";
import { useMe } from "../../session/useAttendee";
import { type Card, type DeckState, emptyDeck, nextDeck } from "./deckState";
import { viewerOf } from "./heldCards";
import { isUndo, type Swipes } from "./outbox";
import type { Speed } from "./release";
import { undoSwipe } from "./sendSwipe";
import { useLetGo } from "./useLetGo";
import { useKeptDeck } from "./useKeptDeck";
import { useOutbox } from "./SwipeOutbox";
import { words } from "./words";

/**
 * With so few cards left, the decided one among them, the next ones are loaded: two are ahead, whose photos are there. Each time more
 * would be dealt twice, and a deck is a call that costs.
 */
const REFILL_AT = 3;
/** After the last card: long enough for its swipe to arrive, short enough to wait for. */
const REFETCH_DELAY = 1000;

type Deck = DeckState & {
  decide: (card: Card, liked: boolean, speed: Speed) => void;
  endFlight: (card: Card) => void;
  /** The person of this page's last decision, while it stands. */
  last: Id<"users"> | null;
  /** Takes back the last decision, which the deployment or the outbox has. */
  undo: () => void;
  /** Removes a reported person. */
  remove: (card: Card) => void;
  /** Loads again and says so when there is nobody. */
  refresh: () => void;
};

/** The cards to come. They are fetched, not subscribed to: a deck must not change under the finger. */
export function useDeck({ isOut, onNoneLeft }: { isOut: boolean; onNoneLeft: () => void }): Deck {
  const convex = useConvex();
  const { outbox, given, held } = useOutbox();
  const me = useMe();
  const [before] = useState(() => held.fresh(viewerOf(me)));
  const [deck, dispatch] = useReducer(
    nextDeck,
    before === null ? emptyDeck : { ...emptyDeck, cards: before.cards, status: "ready" },
  );
  // A deck that was fetched before a swipe arrived still holds that person. Decided people are filtered out of it.
  const decided = useDecided(outbox.queued);
  const letGo = useLetGo();
  const isLoading = useRef(false);
  const refetch = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(refetch.current), []);
  // The last decision of this page, until it is taken back or refused.
  const [last, setLast] = useState<{ card: Card; liked: boolean } | null>(null);
  // Read after a load, when the person may have run out of swipes meanwhile.
  const isOutNow = useRef(isOut);
  useEffect(() => {
    isOutNow.current = isOut;
  });

  /** Returns how many people there are to decide about; null when that is unknown. */
  async function load(isFresh = false): Promise<number | null> {
    if (isLoading.current) return null;
    isLoading.current = true;
    try {
      const dealtNow = await fetchCards(convex);
      // A kept deck does not change under the finger.
      if (!isCurrent) await letGo();
      const cards = dealtNow.filter(({ _id }) => !decided.has(_id));
      // Cards kept from an earlier deal are replaced by this one, except those in both.
      dispatch({ type: "dealt", cards, isFresh: isFresh || !isCurrent });
      dealt();
      return cards.length;
    } catch (error) {
      const problem = messageOf(error, words.failedToLoad);
      toast.error(problem);
      dispatch({ type: "failed", problem });
      return null;
    } finally {
      isLoading.current = false;
    }
  }

  const { isCurrent, dealt } = useKeptDeck(deck, before?.deal, (cards) => {
    const undecided = cards.filter(({ _id }) => !decided.has(_id));
    if (undecided.length > 0) dispatch({ type: "dealt", cards: undecided, isFresh: false });
  });
  const loadFirst = useEffectEvent(() => {
    if (before === null) void load();
  });
  useEffect(() => loadFirst(), []);
  useReturnToPage(() => {
    if (deck.status === "ready" && deck.cards.length === 0) void load();
  });

  useRefused(outbox.onRefused, (entry, reason) => {
    if (reason === "noneLeft") onNoneLeft();
    const card = decided.get(entry.profileId);
    decided.delete(entry.profileId);
    setLast((now) => (now?.card._id === entry.profileId ? null : now));
    if (card && !isUndo(entry)) dispatch({ type: "refused", card });
    // After an undo that is refused the fresh deck is without the card that came back.
    // The person may have gone meanwhile; a fresh deck is without them.
    void load(true);
  });

  function decide(card: Card, liked: boolean, speed: Speed) {
    decided.set(card._id, card);
    held.remove(card._id);
    dispatch({ type: "decided", flight: { card, liked, speed } });
    refill();
    setLast({ card, liked });
    given.delete(card._id);
    outbox.add({ profileId: card._id, liked });
  }

  function undo() {
    if (last === null) return void undoUnseen();
    const { card, liked } = last;
    setLast(null);
    decided.delete(card._id);
    dispatch({ type: "returned", card, liked });
    window.clearTimeout(refetch.current);
    const isHere = outbox.queued().some(({ key }) => key === card._id) && !given.has(card._id);
    outbox.remove(card._id);
    if (isHere && !convex.connectionState().isWebSocketConnected) return;
    outbox.add({ profileId: card._id, undo: true, key: newKey() });
  }

  /** A swipe that this page has not seen, as after a reload. */
  async function undoUnseen() {
    if (isLoading.current) return;
    try {
      const profileId = await convex.query(api.swipes.last, {});
      if (profileId === null) fail("NOT_FOUND", words.failedUndo);
      await undoSwipe(convex, profileId);
      decided.delete(profileId);
      const card = (await fetchCards(convex)).find(({ _id }) => _id === profileId);
      if (card) dispatch({ type: "returned", card, liked: false });
    } catch (error) {
      toast.error(messageOf(error, words.failedUndo));
    }
  }

  function remove(card: Card) {
    decided.set(card._id, null);
    dispatch({ type: "removed", card });
    refill();
  }

  function refill() {
    if (deck.cards.length === 1) loadSoon();
    else if (deck.cards.length <= REFILL_AT) void load();
  }

  function loadSoon() {
    dispatch({ type: "loading" });
    refetch.current = window.setTimeout(() => void loadAndReport(), REFETCH_DELAY);
  }

  async function refresh() {
    dispatch({ type: "loading" });
    await loadAndReport(true);
  }

  async function loadAndReport(isFresh = false) {
    const found = await load(isFresh);
    // A person without swipes left gets that message instead.
    if (found === 0 && !isOutNow.current) toast.error(words.noneNow, words.noneNow);
  }

  return {
    ...deck,
    last: last?.card._id ?? null,
    decide,
    undo,
    endFlight: (card) => dispatch({ type: "flightEnded", card }),
    remove,
    refresh: () => void refresh(),
  };
}

/** The people who are not dealt again, with their card where it can come back. */
function useDecided(queued: Swipes["queued"]): Map<Id<"users">, Card | null> {
  const [decided] = useState(
    () => new Map<Id<"users">, Card | null>(queued().map(({ entry }) => [entry.profileId, null])),
  );
  return decided;
}

function useRefused(onRefused: Swipes["onRefused"], act: Parameters<Swipes["onRefused"]>[0]) {
  const handle = useEffectEvent(act);
  useEffect(() => onRefused((...refusal) => handle(...refusal)), [onRefused]);
}

/** Runs when the page becomes visible again: new people may have arrived. */
function useReturnToPage(onReturn: () => void) {
  const handle = useEffectEvent(onReturn);
  useEffect(() => {
    const check = () => document.visibilityState === "visible" && handle();
    document.addEventListener("visibilitychange", check);
    return () => document.removeEventListener("visibilitychange", check);
  }, []);
}

async function fetchCards(convex: ConvexReactClient): Promise<readonly Card[]> {
  const fetch = async () => {
    const deck = await convex.query(api.swipes.deck, {});
    if (!Array.isArray(deck.profiles)) fail("BAD_INPUT", words.invalid);
    return deck;
  };
  return (await fetchDeck(fetch, () => convex.mutation(api.swipes.advance, {}))).profiles;
}
