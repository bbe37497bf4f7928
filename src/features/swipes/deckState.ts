import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import type { Speed } from "./release";

export type Card = FunctionReturnType<typeof api.swipes.deck>["profiles"][number];

/** People already decided on, who must not be dealt again, with the card that an undo returns. Null: the card cannot return. */
export type Decided = Map<Card["_id"], Card | null>;

/** A decided card that is still flying off the screen. */
export type Flight = { card: Card; liked: boolean; speed: Speed };

export type DeckState = {
  /** The first is on top. */
  cards: readonly Card[];
  flights: readonly Flight[];
  status: "loading" | "ready" | "failed";
  /** The error message if `status` is "failed". */
  problem: string;
  /** The card of the last undo, and the side it returns from. */
  returned: { card: Card; liked: boolean } | null;
};

export type DeckEvent =
  | { type: "loading" }
  /** `isFresh`: cards missing from the deal leave the deck. */
  | { type: "dealt"; cards: readonly Card[]; isFresh: boolean }
  | { type: "failed"; problem: string }
  | { type: "decided"; flight: Flight }
  | { type: "flightEnded"; card: Card }
  /** Removes a person without a decision, such as after a report. */
  | { type: "removed"; card: Card }
  | { type: "refused"; card: Card }
  /** A decision was undone. If the side is unknown, `liked` is false. */
  | { type: "returned"; card: Card; liked: boolean };

export const emptyDeck: DeckState = { cards: [], flights: [], status: "loading", problem: "", returned: null };

/** Returns the deck after an event. A card is either in the pile or in flight, never both. */
export function nextDeck(deck: DeckState, event: DeckEvent): DeckState {
  switch (event.type) {
    case "loading":
      return { ...deck, status: "loading" };
    case "dealt":
      return {
        ...deck,
        status: "ready",
        cards: merged(event.isFresh ? inBoth(deck.cards, event.cards) : deck.cards, event.cards),
      };
    case "failed":
      // The remaining cards can still be swiped.
      return { ...deck, status: deck.cards.length > 0 ? "ready" : "failed", problem: event.problem };
    case "decided":
      return {
        ...deck,
        cards: without(deck.cards, event.flight.card),
        flights: [...withoutFlight(deck.flights, event.flight.card), event.flight],
        returned: null,
      };
    case "flightEnded":
      return { ...deck, flights: withoutFlight(deck.flights, event.card) };
    case "removed":
      return { ...deck, cards: without(deck.cards, event.card) };
    case "refused":
      return onTop(deck, event.card);
    case "returned":
      return { ...onTop(deck, event.card), status: "ready", returned: { card: event.card, liked: event.liked } };
  }
}

function onTop(deck: DeckState, card: Card): DeckState {
  return { ...deck, cards: [card, ...without(deck.cards, card)], flights: withoutFlight(deck.flights, card) };
}

/** Returns the deck's cards in order, then the new ones. */
function merged(cards: readonly Card[], dealt: readonly Card[]): readonly Card[] {
  const present = new Set(cards.map(({ _id }) => _id));
  return [...cards, ...dealt.filter(({ _id }) => !present.has(_id))];
}

/** Returns the deck's cards that are dealt again, with their new data, in the deck's order. */
function inBoth(cards: readonly Card[], dealt: readonly Card[]): readonly Card[] {
  const dealtById = new Map(dealt.map((card) => [card._id, card]));
  return cards.flatMap(({ _id }) => dealtById.get(_id) ?? []);
}

function without(cards: readonly Card[], card: Card): readonly Card[] {
  return cards.filter(({ _id }) => _id !== card._id);
}

function withoutFlight(flights: readonly Flight[], card: Card): readonly Flight[] {
  return flights.filter((flight) => flight.card._id !== card._id);
}
