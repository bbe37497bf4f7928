import { DECK, readCached } from "../../session/cache";
import { storedSessionId } from "../../session/storedSession";
import { writeCache } from "../../session/writeCache";
import type { Card } from "./deckState";

/** Returns the cached cards. The deck starts with them when the app is opened. */
export function cachedCards(): readonly Card[] {
  const session = storedSessionId("attendee");
  return (session && readCached<readonly Card[]>(session, DECK)?.data) || [];
}

/** Removes a person from the cached cards. Their age stays. */
export function removeCachedCard(person: Card["_id"]): void {
  const session = storedSessionId("attendee");
  const cached = session && readCached<readonly Card[]>(session, DECK);
  if (!cached) return;
  const cards = cached.data.filter(({ _id }) => _id !== person);
  if (cards.length < cached.data.length) writeCache(session, new Map([[DECK, cards]]), cached.at);
}
