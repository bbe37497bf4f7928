/** Reading what is between two people. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** What `from` decided about `to`, and whether they are parted; null while neither is the case. */
export async function swipeBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">): Promise<Doc<"swipes"> | null> {
  return await ctx.db
    .query("swipes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}

/**
 * Whether somebody may still decide, and is dealt the other: nothing is decided, and they are parted at most by the other's wish,
 * which they do not know.
 */
export function isUndecided(swipe: Doc<"swipes"> | null): boolean {
  return swipe === null || (swipe.decision === undefined && swipe.parted === "blocked");
}

/** The match of two people. */
export async function matchBetween(
  ctx: QueryCtx,
  one: Id<"users">,
  other: Id<"users">,
): Promise<Doc<"matches"> | null> {
  const [a, b] = one < other ? [one, other] : [other, one];
  return await ctx.db
    .query("matches")
    .withIndex("by_a_and_b", (q) => q.eq("a", a).eq("b", b))
    .unique();
}

/** The like of `from` that `to` has not answered. */
export async function pendingBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">) {
  return await ctx.db
    .query("pendingLikes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}
