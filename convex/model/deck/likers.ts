/**
 * Likers in the deck, oldest like first. Some do not fit now: an age range changed, or they are not visible. The viewer's own swipes move
 * past those at the front, so they do not block later likers.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { entryFor } from "./partitions";

type Like = Doc<"pendingLikes">;

/** Returns the next unanswered likes on a viewer, after the one made at `since`. */
export async function likesAfter(
  ctx: QueryCtx,
  { userId }: Doc<"profiles">,
  since: number | undefined,
  limit: number,
): Promise<Like[]> {
  return await ctx.db
    .query("pendingLikes")
    .withIndex("by_to", (q) => q.eq("to", userId).gt("_creationTime", since ?? 0))
    .take(limit);
}

/**
 * Returns how far the deck has moved past the viewer's likers. Stops at the first who fits, except the one the viewer decides on now. Moves
 * only on every fifth swipe, once a round. Likers who fit again later are dealt by their tier.
 */
export async function passLikers(
  ctx: QueryCtx,
  me: Doc<"profiles">,
  { swiped, likersPassed }: { swiped: number; likersPassed: number | undefined },
  decided: Doc<"users">["_id"],
): Promise<number | undefined> {
  if (swiped % SWIPES_PER_PASS !== 0) return likersPassed;
  let passed = likersPassed;
  for (const { from, _creationTime } of await likesAfter(ctx, me, passed, LIKERS_PER_PASS)) {
    if (from !== decided && (await entryFor(ctx, me, from)) !== null) break;
    passed = _creationTime;
  }
  return passed;
}

/** Every fifth swipe checks up to sixteen likers: more than `MAX_HIDDEN_LIKERS`, so a deck soon has likers again. */
const SWIPES_PER_PASS = 5;
const LIKERS_PER_PASS = 16;
