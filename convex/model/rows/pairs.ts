/** Reads the rows between two people. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Returns what `from` decided about `to`, and whether they are parted. Null without either. */
export async function swipeBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">): Promise<Doc<"swipes"> | null> {
  return await ctx.db
    .query("swipes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}

/** What two people decided about each other. */
export type Pair = Record<"mine" | "theirs", Doc<"swipes"> | null>;

/** Returns both decisions of a pair, read in parallel. */
export async function pairOf(ctx: QueryCtx, me: Id<"users">, other: Id<"users">): Promise<Pair> {
  const [mine, theirs] = await Promise.all([swipeBetween(ctx, me, other), swipeBetween(ctx, other, me)]);
  return { mine, theirs };
}

/** True if the user has decided nothing and knows of no parting. Only then may they be dealt the other person and decide. */
export function isUndecided(swipe: Doc<"swipes"> | null): boolean {
  return swipe === null || (swipe.decision === undefined && swipe.parted === "blocked");
}

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

/** Returns up to `limit` of a user's matches from a span of time (ms), newest first. */
export async function matchesOf(
  ctx: QueryCtx,
  userId: Id<"users">,
  { since = 0, before = Infinity }: { since?: number; before?: number },
  limit: number,
): Promise<Doc<"matches">[]> {
  const matches = () => ctx.db.query("matches");
  const asA = matches().withIndex("by_a", (q) =>
    q.eq("a", userId).gte("_creationTime", since).lt("_creationTime", before),
  );
  const asB = matches().withIndex("by_b", (q) =>
    q.eq("b", userId).gte("_creationTime", since).lt("_creationTime", before),
  );
  const both = await Promise.all([asA.order("desc").take(limit), asB.order("desc").take(limit)]);
  return both
    .flat()
    .sort((x, y) => y._creationTime - x._creationTime)
    .slice(0, limit);
}

/** Returns the like of `from` that `to` has not answered. */
export async function pendingBetween(ctx: QueryCtx, from: Id<"users">, to: Id<"users">) {
  return await ctx.db
    .query("pendingLikes")
    .withIndex("by_from_and_to", (q) => q.eq("from", from).eq("to", to))
    .unique();
}
