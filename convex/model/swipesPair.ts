/** Reading what is between two people. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

/** What `from` decided about `to`, or that the two are blocked; null while nothing is decided. */
export async function swipeBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">): Promise<Doc<"swipes"> | null> {
  return await ctx.db
    .query("swipes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}

/** The like of `from` that `to` has not answered. */
export async function pendingBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">) {
  return await ctx.db
    .query("pendingLikes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}
