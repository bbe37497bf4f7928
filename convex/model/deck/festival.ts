/**
 * People at the festival first, for a viewer who asked for it. Only the order changes in which each tier's slots of a deal are
 * filled, among those whom the deal has read anyway: nobody's position or cursor, and who is dealt. So it reads nothing more,
 * changes no other deck, and likers and tiers keep their slots.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deckOf, openDeck } from "./cursor";
import { saysWhoIsThere } from "../festival/ticketRules";

/**
 * Those at the festival, then the others, each in their order. `decided`: how many of those between the next people are decided
 * already. They are whom those who still wait were passed over for; with too many it is the turn of those who wait, so that
 * nobody waits for long and a deal stays within its reads.
 */
export function atFestivalFirst(entries: Doc<"deckEntries">[], decided: number): Doc<"deckEntries">[] {
  if (decided > DECIDED_MOST) return entries;
  const isThere = ({ card }: Doc<"deckEntries">) => card.atFestival === true;
  return [...entries.filter(isThere), ...entries.filter((entry) => !isThere(entry))];
}

/** Whether a viewer asked for it; null where organisers do not say who is at the festival. */
export async function wantsAtFestivalFirst(ctx: QueryCtx, userId: Id<"users">): Promise<boolean | null> {
  if (!(await saysWhoIsThere(ctx))) return null;
  return (await deckOf(ctx, userId))?.atFestivalFirst ?? false;
}

/** Switches it on or off. */
export async function putAtFestivalFirst(ctx: MutationCtx, me: Doc<"profiles">, wanted: boolean): Promise<null> {
  if ((await deckOf(ctx, me.userId)) === null) await openDeck(ctx, me);
  const row = await deckOf(ctx, me.userId);
  if (row !== null) await ctx.db.patch("decks", row._id, { atFestivalFirst: wanted });
  return null;
}

/** A deal of twenty that finds so many decided people in between stays within 54 documents. */
const DECIDED_MOST = 16;
