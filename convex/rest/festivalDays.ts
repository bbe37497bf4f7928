/** REST: the days on a card. */
import { api } from "../_generated/api";
import { onDays } from "../shared/festival";
import type { RestClient } from "./client";

/**
 * Cards without the days that are no days of the festival any more. Decks hold cards as they were, so that a changed setting
 * runs nobody's deck again; the app does the same when it shows one.
 */
export async function onTheirDays<T extends { festivalDays?: string[] }>(client: RestClient, cards: T[]): Promise<T[]> {
  if (cards.every(({ festivalDays }) => festivalDays === undefined)) return cards;
  const festival = await client.query(api.festival.settings, {});
  return cards.map(({ festivalDays = [], ...card }) => {
    const days = onDays(festival, festivalDays);
    return { ...card, ...(days.length > 0 && { festivalDays: days }) } as T;
  });
}
