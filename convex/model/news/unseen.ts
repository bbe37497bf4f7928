/** Matches that a user has not seen yet. Stored, so that a second device does not show the same popup again. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits } from "../../shared/limits";

type Unseen = Doc<"unseenMatches">;
/** The two places that show a new match: its popup, and the list. */
export type Place = "shown" | "listed";

/** Marks a new match as unseen for both, including the one who made it. */
export async function addUnseen(ctx: MutationCtx, match: Id<"matches">, a: Id<"users">, b: Id<"users">): Promise<void> {
  const fresh = { match, shown: false, listed: false };
  await ctx.db.insert("unseenMatches", { ...fresh, userId: a, other: b });
  await ctx.db.insert("unseenMatches", { ...fresh, userId: b, other: a });
}

/** Deletes the marks of an ended match. */
export async function deleteUnseen(ctx: MutationCtx, match: Id<"matches">): Promise<void> {
  for (const { _id } of await rowsOf(ctx, match)) await ctx.db.delete("unseenMatches", _id);
}

/** Marks matches as seen in one place. Unknown ids and ids of other people's matches change nothing. */
export async function markMatches(
  ctx: MutationCtx,
  userId: Id<"users">,
  matchIds: string[],
  place: Place,
): Promise<void> {
  if (matchIds.length > limits.listSizeDefault) fail("BAD_INPUT", "Too many matches at once.");
  for (const matchId of new Set(matchIds)) {
    const match = ctx.db.normalizeId("matches", matchId);
    const row = match && (await rowsOf(ctx, match)).find((candidate) => candidate.userId === userId);
    if (!row || row[place]) continue;
    if (row[place === "shown" ? "listed" : "shown"]) await ctx.db.delete("unseenMatches", row._id);
    else await ctx.db.patch("unseenMatches", row._id, { [place]: true });
  }
}

/** Returns the matches that are new to a user in one or both places, up to a hundred. */
export async function unseenOf(ctx: QueryCtx, userId: Id<"users">): Promise<Unseen[]> {
  const unseen = ctx.db.query("unseenMatches").withIndex("by_userId_and_shown", (q) => q.eq("userId", userId));
  return await unseen.take(limits.listSizeDefault);
}

/** Returns the matches whose popup a user has not seen, oldest first, up to `limit`. */
export async function unshownOf(ctx: QueryCtx, userId: Id<"users">, limit: number): Promise<Unseen[]> {
  const unshown = ctx.db
    .query("unseenMatches")
    .withIndex("by_userId_and_shown", (q) => q.eq("userId", userId).eq("shown", false));
  return await unshown.take(limit);
}

/** True if a user has seen a match neither in its popup nor in the list. */
export async function isUnseen(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">): Promise<boolean> {
  return (await rowsOf(ctx, match)).some((row) => row.userId === userId && !row.shown && !row.listed);
}

/** Returns the rows of a match, one for each of its members who has not seen it everywhere. At most two. */
async function rowsOf(ctx: QueryCtx, match: Id<"matches">): Promise<Unseen[]> {
  const rows = ctx.db.query("unseenMatches").withIndex("by_match", (q) => q.eq("match", match));
  return await rows.take(2);
}
