import { getOneFrom } from "convex-helpers/server/relationships";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { spendOrFail } from "../throttle/limits";

/** Returns the time of the last view, in ms, or 0 for never. */
export async function likesSeenUpTo(ctx: QueryCtx, userId: Id<"users">): Promise<number> {
  return (await likesSeenRow(ctx, userId))?.at ?? 0;
}

/**
 * Records that a user views their likes now, or has seen those up to a time. Stored even without a like, so its presence reveals nothing.
 * From an undo, a liker can tell that the user looked, but not whether the like was there to see.
 */
export async function recordLikesSeen(ctx: MutationCtx, userId: Id<"users">, upTo: number = Infinity): Promise<void> {
  if (Number.isNaN(upTo)) fail("BAD_INPUT", "The time must be a number.");
  const at = Math.min(upTo, Date.now());
  const row = await likesSeenRow(ctx, userId);
  if (row !== null && row.at >= at) return;
  await spendOrFail(ctx, "seeLikes", userId);
  if (row === null) await ctx.db.insert("likeLooks", { userId, at });
  else await ctx.db.patch("likeLooks", row._id, { at });
}

async function likesSeenRow(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"likeLooks"> | null> {
  return await getOneFrom(ctx.db, "likeLooks", "by_userId", userId);
}
