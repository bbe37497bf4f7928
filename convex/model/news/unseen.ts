/** Matches that somebody has not seen yet. Stored, so that a second device does not show the same moment again. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";

type Unseen = Doc<"unseenMatches">;
/** The two places in which a match is new: as its moment, and in the list. */
export type Place = "shown" | "listed";

/** A match was just made: it is new to both, also to the one who made it, until their screen has shown it. */
export async function addUnseen(ctx: MutationCtx, match: Id<"matches">, a: Id<"users">, b: Id<"users">): Promise<void> {
  const fresh = { match, shown: false, listed: false };
  await ctx.db.insert("unseenMatches", { ...fresh, userId: a, other: b });
  await ctx.db.insert("unseenMatches", { ...fresh, userId: b, other: a });
}

/** A match ended: there is nothing new about it. */
export async function forgetUnseen(ctx: MutationCtx, match: Id<"matches">): Promise<void> {
  for (const { _id } of await rowsOf(ctx, match)) await ctx.db.delete("unseenMatches", _id);
}

/** Somebody has seen these matches in one place. Ids of nothing, or of what is not theirs, change nothing. */
export async function markMatches(
  ctx: MutationCtx,
  userId: Id<"users">,
  matchIds: string[],
  place: Place,
): Promise<void> {
  if (matchIds.length > limits.listed) fail("BAD_INPUT", "Too many matches at once.");
  for (const matchId of new Set(matchIds)) {
    const match = ctx.db.normalizeId("matches", matchId);
    const row = match && (await rowsOf(ctx, match)).find((one) => one.userId === userId);
    if (!row || row[place]) continue;
    if (row[place === "shown" ? "listed" : "shown"]) await ctx.db.delete("unseenMatches", row._id);
    else await ctx.db.patch("unseenMatches", row._id, { [place]: true });
  }
}

/** The matches that are new to somebody in one place or both; a hundred at most. */
export async function unseenOf(ctx: QueryCtx, userId: Id<"users">): Promise<Unseen[]> {
  const own = ctx.db.query("unseenMatches").withIndex("by_userId_and_shown", (q) => q.eq("userId", userId));
  return await own.take(limits.listed);
}

/** The matches whose moment somebody has not seen, oldest first, up to `most`. */
export async function unshownOf(ctx: QueryCtx, userId: Id<"users">, most: number): Promise<Unseen[]> {
  const unshown = ctx.db
    .query("unseenMatches")
    .withIndex("by_userId_and_shown", (q) => q.eq("userId", userId).eq("shown", false));
  return await unshown.take(most);
}

/** Whether a user has seen a match nowhere yet: neither its moment nor its place in the list. */
export async function isUnseen(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">): Promise<boolean> {
  return (await rowsOf(ctx, match)).some((row) => row.userId === userId && !row.shown && !row.listed);
}

/** The rows of one match: one for each of its two people, while it is new to them. */
async function rowsOf(ctx: QueryCtx, match: Id<"matches">): Promise<Unseen[]> {
  const both = ctx.db.query("unseenMatches").withIndex("by_match", (q) => q.eq("match", match));
  return await both.take(2);
}
