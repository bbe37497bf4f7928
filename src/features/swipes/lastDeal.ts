import { Listeners } from "../../lib/events";
import { DECK, readCached } from "../../session/cache";
import { storedSessionId } from "../../session/storedSession";
import type { CurrentUser } from "../../session/useAttendee";
import { writeCache } from "../../session/writeCache";
import type { Card } from "./deckState";

/** Milliseconds. A younger deal is reused when the member returns to the deck's screen. */
const FRESH = 5 * 60_000;

/** The time (ms) of a deal, and the preferences it was made for: see `viewerOf`. */
export type Deal = { dealtAt: number; viewer: string };

/** The undecided cards of a member's last deal. They survive leaving the deck's screen, but not a reload. */
export class LastDeal {
  readonly #removals = new Listeners<[person: Card["_id"]]>();
  #cards: readonly Card[] = [];
  #deal: Deal | null = null;

  store(cards: readonly Card[], deal: Deal): void {
    this.#cards = cards;
    this.#deal = deal;
  }

  /** Returns the cards and their deal. Null if there are none, they are too old, or the viewer's preferences have changed. */
  fresh(viewer: string): { cards: readonly Card[]; deal: Deal } | null {
    const deal = this.#deal;
    if (deal === null || deal.viewer !== viewer || Date.now() - deal.dealtAt >= FRESH) return null;
    return this.#cards.length === 0 ? null : { cards: this.#cards, deal };
  }

  /** Removes a person who was decided on, reported or blocked on any screen, also from the cached cards. */
  remove(person: Card["_id"]): void {
    this.#cards = this.#cards.filter(({ _id }) => _id !== person);
    removeCachedCard(person);
    this.#removals.call(person);
  }

  /** Calls back with each removed person. Returns how to stop. */
  readonly onRemoved = this.#removals.add;

  clear(): void {
    this.#deal = null;
  }
}

/** Returns the preferences that determine the deal, as a key. */
export function viewerOf({ gender, interestedIn, age, ageRange, atFestivalFirst }: CurrentUser): string {
  return JSON.stringify([gender, interestedIn, age, ageRange, atFestivalFirst]);
}

/** Returns the cached cards. The deck starts with them when the app is opened. */
export function cachedCards(): readonly Card[] {
  const session = storedSessionId("attendee");
  return (session && readCached<readonly Card[]>(session, DECK)?.data) || [];
}

/** Removes a person from the cached cards. Their age stays. */
function removeCachedCard(person: Card["_id"]): void {
  const session = storedSessionId("attendee");
  const cached = session && readCached<readonly Card[]>(session, DECK);
  if (!cached) return;
  const cards = cached.data.filter(({ _id }) => _id !== person);
  if (cards.length < cached.data.length) writeCache(session, new Map([[DECK, cards]]), cached.at);
}
