import { type ConvexReactClient, useConvex } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useEffect, useEffectEvent, useRef } from "react";
import { api } from "../../../convex/_generated/api";
import { fail } from "../../../convex/shared/errors";
import { fetchDeck } from "../../../convex/shared/fetchDeck";
import { messageOf } from "../../lib/errors";
import { currentFestival } from "../../lib/festival";
import { toast } from "../../lib/toast";
import type { Card, DeckEvent, DeckState, Decided } from "./deckState";
import { takeFirstDeal } from "./earlyDeal";
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

/** Fetches the deck's first cards, and new ones when the person returns to the page while the deck is empty. */
export function useDealing({ deck, deal, decided, dispatch }: Options) {
  const convex = useConvex();
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
      const dealtCards = await fetchCards(convex, isCurrent ? {} : { queued: decided.size });
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
    // The deck has it, or is about to fetch its own.
    if (deal !== undefined) void takeFirstDeal(convex);
    // `me` and the settings arrive together. In a closed app nothing is fetched.
    else if (currentFestival().appState === "open") void load();
  });
  useEffect(() => loadFirst(), []);
  useReturnToPage(() => {
    if (deck.status === "ready" && deck.cards.length === 0) void load();
  });
  return { load, isLoading: () => isLoading.current };
}

/** `queued`: fetches the first deal of a visit, unless it has already been asked for. */
export async function fetchCards(
  convex: ConvexReactClient,
  args: FunctionArgs<typeof api.swipes.deck> = {},
): Promise<readonly Card[]> {
  const fetch = async () => {
    const early = args.queued === undefined ? null : await takeFirstDeal(convex);
    const deck = early ?? (await convex.query(api.swipes.deck, args));
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
