/** The end of everything between two people. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { noteDone } from "./deckWalk";
import { pendingBetween, swipeBetween } from "./swipesPair";

/** Parts two people for good, whatever was between them: match, likes and decisions give way to 'blocked', both ways. */
export async function part(ctx: MutationCtx, one: Id<"users">, other: Id<"users">): Promise<void> {
  await block(ctx, one, other);
  await block(ctx, other, one);
}

async function block(ctx: MutationCtx, from: Id<"users">, to: Id<"users">): Promise<void> {
  const [swipe, pending] = [await swipeBetween(ctx, from, to), await pendingBetween(ctx, from, to)];
  if (pending) await ctx.db.delete("pendingLikes", pending._id);
  if (swipe?.match) await ctx.db.delete("matches", swipe.match);
  if (swipe) return await ctx.db.replace("swipes", swipe._id, { from, to, decision: "blocked" });
  await ctx.db.insert("swipes", { from, to, decision: "blocked" });
  await noteDone(ctx, from, to);
}
