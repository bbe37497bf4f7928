import { type FunctionReturnType } from "convex/server";
import { type api } from "../../../convex/_generated/api";
import { type Speed } from "./release";

export type Card = FunctionReturnType<typeof api.swipes.deck>["profiles"][number];

/** A card on its way off the screen, still drawn. */
export type Flight = { card: Card; liked: boolean; speed: Speed };

export type DeckState = {
  /** In order, the first on top. */
  cards: readonly Card[];
  flights: readonly Flight[];
  status: "loading" | "ready" | "failed";
  /** What went wrong, in words, when failed. */
  problem: string;
};

export type DeckEvent =
  | { type: "asked" }
  /** `afresh`: what is not in it any more has gone. */
  | { type: "dealt"; cards: readonly Card[]; afresh: boolean }
  | { type: "failed"; problem: string }
  | { type: "decided"; flight: Flight }
  | { type: "gone"; card: Card }
  /** Somebody who is not to be met any more, undecided. */
  | { type: "parted"; card: Card }
  | { type: "refused"; card: Card };

export const emptyDeck: DeckState = { cards: [], flights: [], status: "loading", problem: "" };

/** What each event makes of the deck. A card is in it once, or in flight, never both. */
export function nextDeck(deck: DeckState, event: DeckEvent): DeckState {
  switch (event.type) {
    case "asked":
      return { ...deck, status: "loading" };
    case "dealt":
      return {
        ...deck,
        status: "ready",
        cards: merged(event.afresh ? common(deck.cards, event.cards) : deck.cards, event.cards),
      };
    case "failed":
      // Cards that are here can still be swiped; a failure matters when there are none.
      return { ...deck, status: deck.cards.length > 0 ? "ready" : "failed", problem: event.problem };
    case "decided":
      return {
        ...deck,
        cards: without(deck.cards, event.flight.card),
        flights: [...deck.flights.filter(({ card }) => card._id !== event.flight.card._id), event.flight],
      };
    case "gone":
      return { ...deck, flights: deck.flights.filter(({ card }) => card._id !== event.card._id) };
    case "parted":
      return { ...deck, cards: without(deck.cards, event.card) };
    case "refused":
      return {
        ...deck,
        cards: [event.card, ...without(deck.cards, event.card)],
        flights: deck.flights.filter(({ card }) => card._id !== event.card._id),
      };
  }
}

/** The cards at hand first, in their order; behind them those that are new. */
function merged(cards: readonly Card[], dealt: readonly Card[]): readonly Card[] {
  const here = new Set(cards.map(({ _id }) => _id));
  return [...cards, ...dealt.filter(({ _id }) => !here.has(_id))];
}

/** Those of the cards at hand that are still dealt: who has gone goes, and nobody changes places. */
function common(cards: readonly Card[], dealt: readonly Card[]): readonly Card[] {
  const there = new Set(dealt.map(({ _id }) => _id));
  return cards.filter(({ _id }) => there.has(_id));
}

function without(cards: readonly Card[], card: Card): readonly Card[] {
  return cards.filter(({ _id }) => _id !== card._id);
}
