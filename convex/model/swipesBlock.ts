/** Blocking two people for each other. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordDecided } from "./deckCursor";
import { pendingBetween, swipeBetween } from "./swipesPair";

/** Blocks two people for each other for good. Their match, likes and decisions are replaced by `blocked`, both ways. */
export async function blockPair(ctx: MutationCtx, one: Id<"users">, other: Id<"users">): Promise<void> {
  const both = [await swipeBetween(ctx, one, other), await swipeBetween(ctx, other, one)];
  const matched = both.some((swipe) => swipe?.match !== undefined || swipe?.matched);
  await blockOne(ctx, one, other, matched);
  await blockOne(ctx, other, one, matched);
}

async function blockOne(ctx: MutationCtx, from: Id<"users">, to: Id<"users">, matched: boolean): Promise<void> {
  const [swipe, pending] = [await swipeBetween(ctx, from, to), await pendingBetween(ctx, from, to)];
  const blocked = { from, to, decision: "blocked" as const, ...(matched && { matched: true as const }) };
  if (pending) await ctx.db.delete("pendingLikes", pending._id);
  if (swipe?.match) await ctx.db.delete("matches", swipe.match);
  if (swipe) return await ctx.db.replace("swipes", swipe._id, blocked);
  await ctx.db.insert("swipes", blocked);
  await recordDecided(ctx, from, to);
}
