import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useReducer, useRef } from "react";
import { toast } from "sonner";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { fail } from "../../../convex/shared/errors";
import { messageOf } from "../../lib/errors";
import { type Card, type DeckState, emptyDeck, nextDeck } from "./deckState";
import { type Speed } from "./release";
import { useSwipe } from "./useSwipe";
import { words } from "./words";

/** With so few left the next ones are fetched. */
const LOW = 6;
/** After the last card: long enough for its swipe to arrive, short enough to wait for. */
const REFETCH_DELAY = 1000;
/** How often a deck may say that it is stuck behind people decided long ago. */
const TURNS = 50;

type Deck = DeckState & {
  decide: (card: Card, liked: boolean, speed: Speed) => void;
  gone: (card: Card) => void;
  /** Takes somebody out who was reported. */
  part: (card: Card) => void;
  /** Asks again and says so when there is nobody. */
  refresh: () => void;
};

/** The cards to come. They are fetched, not subscribed to: a deck must not change under the finger. */
export function useDeck(): Deck {
  const convex = useConvex();
  const swipe = useSwipe();
  const [deck, tell] = useReducer(nextDeck, emptyDeck);
  // What was decided here may come back in an answer that was under way; it must not be dealt again.
  const decided = useRef(new Set<Id<"users">>());
  const asking = useRef(false);

  async function ask(afresh = false): Promise<number> {
    if (asking.current) return deck.cards.length;
    asking.current = true;
    try {
      const cards = (await fetchDeck(convex)).filter(({ _id }) => !decided.current.has(_id));
      tell({ type: "dealt", cards, afresh });
      return cards.length;
    } catch (error) {
      const problem = messageOf(error, words.failedToLoad);
      toast.error(problem);
      tell({ type: "failed", problem });
      return 0;
    } finally {
      asking.current = false;
    }
  }

  useFirstDeal(() => void ask());
  useReturn(() => {
    if (deck.status === "ready" && deck.cards.length === 0) void ask();
  });

  async function decide(card: Card, liked: boolean, speed: Speed) {
    decided.current.add(card._id);
    tell({ type: "decided", flight: { card, liked, speed } });
    refill();
    if (await swipe(card._id, liked)) return;
    decided.current.delete(card._id);
    tell({ type: "refused", card });
    // Perhaps the person has gone meanwhile; then the fresh deck is without them.
    void ask(true);
  }

  function part(card: Card) {
    decided.current.add(card._id);
    tell({ type: "parted", card });
    refill();
  }

  function refill() {
    if (deck.cards.length === 1) askLater();
    else if (deck.cards.length <= LOW) void ask();
  }

  function askLater() {
    tell({ type: "asked" });
    window.setTimeout(() => void ask(), REFETCH_DELAY);
  }

  async function refresh() {
    tell({ type: "asked" });
    if ((await ask(true)) === 0) toast(words.noneNow, { id: words.noneNow });
  }

  return {
    ...deck,
    decide: (card, liked, speed) => void decide(card, liked, speed),
    gone: (card) => tell({ type: "gone", card }),
    part,
    refresh: () => void refresh(),
  };
}

function useFirstDeal(deal: () => void) {
  const latest = useRef(deal);
  useEffect(() => latest.current(), []);
}

/** Somebody who looks again after a while finds whoever has arrived since. */
function useReturn(look: () => void) {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  });
  useEffect(() => {
    const check = () => document.visibilityState === "visible" && latest.current();
    document.addEventListener("visibilitychange", check);
    return () => document.removeEventListener("visibilitychange", check);
  }, []);
}

async function fetchDeck(convex: ConvexReactClient): Promise<readonly Card[]> {
  for (let turn = 0; turn < TURNS; turn++) {
    const answer = await convex.query(api.swipes.deck, {});
    if (!Array.isArray(answer.profiles)) fail("BAD_INPUT", words.invalid);
    if (!answer.stuck) return answer.profiles;
    // The walk came to the end of what it may read at once; it carries on from there.
    await convex.mutation(api.swipes.advance, {});
  }
  return [];
}
