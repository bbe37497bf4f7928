/** People that an undo has put back into a deck. They are dealt first, until the viewer decides on them again. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isUndecided, swipeBetween } from "../rows/pairs";
import { deckOf } from "./cursor";

/** Only out-of-order swipes reach more than one. */
export const MAX_RETURNS = 4;

/** Returns these people, latest undo first, without the ones decided on since. Each costs at most two reads. */
export async function returnsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"returns">[]> {
  const newest = ctx.db.query("returns").withIndex("by_userId", (q) => q.eq("userId", userId));
  const rows = await newest.order("desc").take(MAX_RETURNS);
  const open = await Promise.all(rows.map(async ({ to }) => isUndecided(await swipeBetween(ctx, userId, to))));
  return rows.filter((_, i) => open[i]);
}

/** Records an undone swipe. Returns false, and changes nothing, if there are too many. */
export async function addReturn(ctx: MutationCtx, userId: Id<"users">, to: Id<"users">): Promise<boolean> {
  const open = await returnsOf(ctx, userId);
  if (open.length === MAX_RETURNS) return false;
  const stored = ctx.db.query("returns").withIndex("by_userId", (q) => q.eq("userId", userId));
  const openIds = new Set(open.map(({ _id }) => _id));
  for (const { _id } of await stored.take(MAX_RETURNS)) if (!openIds.has(_id)) await ctx.db.delete("returns", _id);
  await ctx.db.insert("returns", { userId, to });
  return true;
}

/**
 * Forgets the last swipe if it was on this person, because it can no longer be undone. Keeps an undone one, so that repeating the undo
 * succeeds.
 */
export async function clearLastSwipe(ctx: MutationCtx, from: Id<"users">, to: Id<"users">): Promise<void> {
  const row = await deckOf(ctx, from);
  if (row?.last?.to === to && !row.last.undone) await ctx.db.patch("decks", row._id, { last: undefined });
}

/** Removes a person who has been decided on again. */
export async function deleteReturn(ctx: MutationCtx, userId: Id<"users">, to: Id<"users">): Promise<void> {
  const row = await ctx.db
    .query("returns")
    .withIndex("by_userId_and_to", (q) => q.eq("userId", userId).eq("to", to))
    .unique();
  if (row !== null) await ctx.db.delete("returns", row._id);
}
