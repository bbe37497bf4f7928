import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useEffectEvent, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import { fail } from "../../../convex/shared/errors";
import { fetchDeck } from "../../../convex/shared/fetchDeck";
import { messageOf } from "../../lib/errors";
import { currentFestival } from "../../lib/festival";
import { toast } from "../../lib/toast";
import { type CurrentUser, useMe } from "../../session/useAttendee";
import type { Card, DeckEvent, DeckState, Decided } from "./deckState";
import type { Deal } from "./lastDeal";
import { useCachedDeck } from "./useCachedDeck";
import { usePointersReleased } from "./usePointersReleased";
import { words } from "./words";

type Options = {
  deck: DeckState;
  /** The deal of the deck's initial cards. Undefined: the deck starts empty. */
  deal: Deal | undefined;
  decided: Decided;
  dispatch: (event: DeckEvent) => void;
};

/** Fetches cards into the deck: the first ones, and new ones when the person returns to the page of an empty deck. */
export function useDealing({ deck, deal, decided, dispatch }: Options) {
  const convex = useConvex();
  const me = useMe();
  const pointersReleased = usePointersReleased();
  const isLoading = useRef(false);
  const undecided = (cards: readonly Card[]) => cards.filter(({ _id }) => !decided.has(_id));

  const { isCurrent, dealt } = useCachedDeck(deck, deal, (cached) => {
    const cards = deck.cards.length === 0 ? undecided(cached) : [];
    if (cards.length > 0) dispatch({ type: "dealt", cards, isFresh: false });
  });

  /** Returns the number of undecided people dealt. Null if unknown. */
  async function load(isFresh = false): Promise<number | null> {
    if (isLoading.current) return null;
    isLoading.current = true;
    try {
      const dealtCards = await fetchCards(convex, isCurrent ? {} : firstDeal(me, decided.size));
      // Cached cards are not replaced during a drag.
      if (!isCurrent) await pointersReleased();
      const cards = undecided(dealtCards);
      // Replaces cached cards, except those dealt again.
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

  const loadFirst = useEffectEvent(() => {
    // `me` and the settings arrive together. In a closed app nothing is fetched.
    if (deal === undefined && currentFestival().appState === "open") void load();
  });
  useEffect(() => loadFirst(), []);
  useReturnToPage(() => {
    if (deck.status === "ready" && deck.cards.length === 0) void load();
  });
  return { load, isLoading: () => isLoading.current };
}

/**
 * Returns the size of the first deal: ten cards, or a free member's remaining swipes and the card behind the last. The deployment may still
 * deal the `queued` people, whose swipes it has not received.
 */
function firstDeal({ isPremium, swipesRemaining }: CurrentUser, queued: number): { limit: number } {
  return { limit: (isPremium ? 10 : swipesRemaining + 1) + queued };
}

export async function fetchCards(convex: ConvexReactClient, size: { limit?: number } = {}): Promise<readonly Card[]> {
  const fetch = async () => {
    const deck = await convex.query(api.swipes.deck, size);
    if (!Array.isArray(deck.profiles)) fail("BAD_INPUT", words.invalid);
    return deck;
  };
  return (await fetchDeck(fetch, () => convex.mutation(api.swipes.advance, {}))).profiles;
}

/** Runs when the page becomes visible again, as new people may have arrived. */
function useReturnToPage(onReturn: () => void) {
  const handle = useEffectEvent(onReturn);
  useEffect(() => {
    const check = () => document.visibilityState === "visible" && handle();
    document.addEventListener("visibilitychange", check);
    return () => document.removeEventListener("visibilitychange", check);
  }, []);
}
