/** REST: the days on a card. */
import { api } from "../_generated/api";
import { onDays } from "../shared/festival";
import type { RestClient } from "./client";

/**
 * Drops dates that are no longer days of the festival. Deck entries keep old cards, so that a changed setting reruns no deck. The
 * app does the same when it shows a card.
 */
export async function withFestivalDays<T extends { festivalDays?: string[] }>(
  client: RestClient,
  cards: T[],
): Promise<T[]> {
  if (cards.every(({ festivalDays }) => festivalDays === undefined)) return cards;
  const festival = await client.query(api.festival.settings, {});
  return cards.map(({ festivalDays = [], ...card }) => {
    const days = onDays(festival, festivalDays);
    return { ...card, ...(days.length > 0 && { festivalDays: days }) } as T;
  });
}
