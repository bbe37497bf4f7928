import { useConvex, type ConvexReactClient } from "convex/react";
import type { FunctionArgs } from "convex/server";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import { fail } from "../../../convex/shared/errors";
import { fetchDeck } from "../../../convex/shared/fetchDeck";
import { limits } from "../../../convex/shared/limits";
import { messageOf } from "../../lib/errors";
import { listen } from "../../lib/events";
import { currentFestival } from "../../lib/festival";
import { toast } from "../../lib/toast";
import { useListen } from "../../lib/useListen";
import { DECK } from "../../session/cache";
import { storedSessionId } from "../../session/storedSession";
import { useAttendee, useMe } from "../../session/useAttendee";
import { useCached } from "../../session/useCached";
import { writeCache } from "../../session/writeCache";
import type { Card, Decided, DeckEvent, DeckState } from "./deckState";
import { takeFirstDeal } from "./earlyDeal";
import { viewerOf, type Deal } from "./lastDeal";
import { useOutbox } from "./SwipeOutbox";
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
  // New people may have arrived while the page was hidden.
  useListen(document, "visibilitychange", () => {
    if (document.visibilityState === "visible" && deck.status === "ready" && deck.cards.length === 0) void load();
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

/** Returns a function that resolves once no finger or mouse button is pressed on the page. */
function usePointersReleased(): () => Promise<void> {
  const pressed = useRef(new Set<number>());
  const resolvers = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = ({ pointerId }: PointerEvent) => pressed.current.add(pointerId);
    // Runs after the elements' handlers, so a released card is already decided.
    const release = ({ pointerId }: PointerEvent) => {
      pressed.current.delete(pointerId);
      if (pressed.current.size === 0) for (const resolve of resolvers.current.splice(0)) resolve();
    };
    const stops = [listen(window, "pointerdown", press), listen(window, ["pointerup", "pointercancel"], release)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return () =>
    pressed.current.size === 0 ? Promise.resolve() : new Promise((resolve) => resolvers.current.push(resolve));
}

/**
 * Caches the waiting cards. Passes the cached ones to `onCached` when the app is opened or offline. The deck counts as current after
 * `dealt()`, or from the start with `initialDeal`, the deal that its remaining cards came from.
 */
function useCachedDeck(deck: DeckState, initialDeal: Deal | undefined, onCached: (cards: readonly Card[]) => void) {
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
