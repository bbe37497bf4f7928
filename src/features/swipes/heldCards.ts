import type { CurrentUser } from "../../session/useAttendee";
import type { Card } from "./deckState";

/** Milliseconds. On a return to the deck's screen, a younger deal is not repeated. */
const FRESH = 5 * 60_000;

/** When the cards were dealt, in ms since 1970, and what they were chosen by: see `viewerOf`. */
export type Deal = { at: number; viewer: string };

/** The undecided cards of a member's last deal. They outlive the deck's screen, and go with the page. */
export class HeldCards {
  #cards: readonly Card[] = [];
  #deal: Deal | null = null;

  hold(cards: readonly Card[], deal: Deal): void {
    this.#cards = cards;
    this.#deal = deal;
  }

  /** Returns the cards and their deal; null without any, or if they are old or fit another viewer. */
  fresh(viewer: string): { cards: readonly Card[]; deal: Deal } | null {
    const deal = this.#deal;
    if (deal === null || deal.viewer !== viewer || Date.now() - deal.at >= FRESH) return null;
    return this.#cards.length === 0 ? null : { cards: this.#cards, deal };
  }

  /** Removes a person who was decided on or parted from, on whichever screen. */
  remove(person: Card["_id"]): void {
    this.#cards = this.#cards.filter(({ _id }) => _id !== person);
  }

  clear(): void {
    this.#deal = null;
  }
}

/** What a member is dealt by. */
export function viewerOf({ gender, interestedIn, age, ageRange, atFestivalFirst }: CurrentUser): string {
  return JSON.stringify([gender, interestedIn, age, ageRange, atFestivalFirst]);
}
