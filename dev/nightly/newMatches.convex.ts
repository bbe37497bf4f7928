/** Copied into the nightly's own copy of the functions: what is new to somebody is a match of theirs, once. */
import type { QueryCtx } from "../../convex/_generated/server";

/** A sentence for each row of `unseenMatches` that is of no match of these two, or is there twice. */
export async function newMatches(ctx: QueryCtx): Promise<string[]> {
  const [unseen, matches] = [await ctx.db.query("unseenMatches").collect(), await ctx.db.query("matches").collect()];
  const paired = new Set(matches.flatMap(({ _id, a, b }) => [`${_id} ${a}>${b}`, `${_id} ${b}>${a}`]));
  const keys = unseen.map(({ match, userId, other }) => `${match} ${userId}>${other}`);
  return [
    ...keys.filter((key) => !paired.has(key)).map((key) => `${key} is new and no match`),
    ...keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${key} is new twice`),
  ];
}
