import { type ConvexReactClient, useConvex } from "convex/react";
import { useEffect, useReducer, useRef, useState } from "react";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import { fail } from "../../../convex/shared/errors";
import { messageOf } from "../../lib/errors";
import { toast } from "../../lib/toast";
import { type Card, type DeckState, emptyDeck, nextDeck } from "./deckState";
import type { Outbox, Waiting } from "./outbox";
import { type Speed } from "./release";
import { useOutbox } from "./SwipeOutbox";
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
export function useDeck({ isOut, onSpent }: { isOut: boolean; onSpent: () => void }): Deck {
  const convex = useConvex();
  const outbox = useOutbox();
  const [deck, tell] = useReducer(nextDeck, emptyDeck);
  // What was decided may come back in an answer that was under way, and what is still to be sent certainly will.
  const decided = useDecided(outbox.waiting);
  const asking = useRef(false);
  const later = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(later.current), []);
  const isOutNow = useRef(isOut);
  useEffect(() => {
    isOutNow.current = isOut;
  });

  /** How many there are to decide about; null when nobody can tell. */
  async function ask(afresh = false): Promise<number | null> {
    if (asking.current) return null;
    asking.current = true;
    try {
      const cards = (await fetchDeck(convex)).filter(({ _id }) => !decided.has(_id));
      tell({ type: "dealt", cards, afresh });
      return cards.length;
    } catch (error) {
      const problem = messageOf(error, words.failedToLoad);
      toast.error(problem);
      tell({ type: "failed", problem });
      return null;
    } finally {
      asking.current = false;
    }
  }

  useFirstDeal(() => void ask());
  useReturn(() => {
    if (deck.status === "ready" && deck.cards.length === 0) void ask();
  });

  useRefused(outbox.onRefused, ({ profileId }, why) => {
    if (why === "spent") onSpent();
    const card = decided.get(profileId);
    decided.delete(profileId);
    if (card) tell({ type: "refused", card });
    // Perhaps the person has gone meanwhile; then the fresh deck is without them.
    void ask(true);
  });

  function decide(card: Card, liked: boolean, speed: Speed) {
    decided.set(card._id, card);
    tell({ type: "decided", flight: { card, liked, speed } });
    refill();
    outbox.put({ profileId: card._id, liked });
  }

  function part(card: Card) {
    decided.set(card._id, null);
    tell({ type: "parted", card });
    refill();
  }

  function refill() {
    if (deck.cards.length === 1) askLater();
    else if (deck.cards.length <= LOW) void ask();
  }

  function askLater() {
    tell({ type: "asked" });
    later.current = window.setTimeout(() => void askAndSay(), REFETCH_DELAY);
  }

  async function refresh() {
    tell({ type: "asked" });
    await askAndSay(true);
  }

  async function askAndSay(afresh = false) {
    const found = await ask(afresh);
    // Whoever has no swipes left is told that, not this.
    if (found === 0 && !isOutNow.current) toast.error(words.noneNow, words.noneNow);
  }

  return {
    ...deck,
    decide,
    gone: (card) => tell({ type: "gone", card }),
    part,
    refresh: () => void refresh(),
  };
}

/** Who is not to be dealt again, with their card where it can come back. */
function useDecided(waiting: () => readonly Waiting[]): Map<Id<"users">, Card | null> {
  const [decided] = useState(
    () => new Map<Id<"users">, Card | null>(waiting().map(({ profileId }) => [profileId, null])),
  );
  return decided;
}

function useRefused(onRefused: Outbox["onRefused"], act: Parameters<Outbox["onRefused"]>[0]) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => onRefused((...refused) => latest.current(...refused)), [onRefused]);
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
