/** When somebody last looked at the likes that wait for their answer. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail, failTooMany } from "../../shared/errors";
import { spend } from "../throttle/limits";

/** The time of the last look, in ms; 0 for whoever never looked. */
export async function likesSeenUpTo(ctx: QueryCtx, userId: Id<"users">): Promise<number> {
  return (await lookOf(ctx, userId))?.at ?? 0;
}

/**
 * Somebody looks at their likes now, or saw those up to a time. A look is stored whether or not there is any like: whoever
 * liked them can tell from an undo that they looked, and never whether the like was there to be seen.
 */
export async function lookAtLikes(ctx: MutationCtx, userId: Id<"users">, upTo: number = Infinity): Promise<void> {
  if (Number.isNaN(upTo)) fail("BAD_INPUT", "That is no time.");
  const at = Math.min(upTo, Date.now());
  const row = await lookOf(ctx, userId);
  if (row !== null && row.at >= at) return;
  const wait = await spend(ctx, "likeLook", userId);
  if (wait !== null) failTooMany(wait);
  if (row === null) await ctx.db.insert("likeLooks", { userId, at });
  else await ctx.db.patch("likeLooks", row._id, { at });
}

async function lookOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"likeLooks"> | null> {
  return await ctx.db
    .query("likeLooks")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
