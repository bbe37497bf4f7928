/** What is settled between two people. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** What `from` decided about `to`, or that the two shall not meet; null while that is open. */
export async function swipeBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">): Promise<Doc<"swipes"> | null> {
  return await ctx.db
    .query("swipes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}

/** A like of `from` that `to` has not answered. */
export async function pendingBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">) {
  return await ctx.db
    .query("pendingLikes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}

/** Parts two people for good, whatever was between them: match, likes and decisions give way to 'blocked', both ways. */
export async function part(ctx: MutationCtx, one: Id<"users">, other: Id<"users">): Promise<void> {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const [swipe, pending] = [await swipeBetween(ctx, from, to), await pendingBetween(ctx, from, to)];
    if (pending) await ctx.db.delete("pendingLikes", pending._id);
    if (swipe?.match) await ctx.db.delete("matches", swipe.match);
    if (swipe) await ctx.db.replace("swipes", swipe._id, { from, to, decision: "blocked" });
    else await ctx.db.insert("swipes", { from, to, decision: "blocked" });
  }
}
