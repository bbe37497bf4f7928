/**
 * People at the festival first, for a viewer who asked for it. Only reorders the entries that a deal has read, within each tier's slots.
 * Positions, cursors and the people dealt stay the same. So it costs no reads, changes no other deck, and likers and tiers keep their
 * slots.
 */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deckOf, openDeck } from "./cursor";

/**
 * Returns the people at the festival, then the others, each in their order. `decided` counts the people who were dealt ahead of the ones
 * still waiting. If there are too many, the waiting ones go first, so nobody waits long and a deal stays within its reads.
 */
export function atFestivalFirst(entries: Doc<"deckEntries">[], decided: number): Doc<"deckEntries">[] {
  if (decided > MAX_DECIDED) return entries;
  const isAtFestival = ({ card }: Doc<"deckEntries">) => card.atFestival === true;
  return [...entries.filter(isAtFestival), ...entries.filter((entry) => !isAtFestival(entry))];
}

/** Stores whether a viewer wants people at the festival first. */
export async function storeAtFestivalFirst(ctx: MutationCtx, me: Doc<"profiles">, isOn: boolean): Promise<null> {
  if ((await deckOf(ctx, me.userId)) === null) await openDeck(ctx, me);
  const row = await deckOf(ctx, me.userId);
  if (row !== null) await ctx.db.patch("decks", row._id, { atFestivalFirst: isOn });
  return null;
}

/** With this many decided people in between, a deal of twenty stays within 54 documents. */
const MAX_DECIDED = 16;
