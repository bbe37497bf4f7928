/**
 * Likers in the deck, oldest like first. Those who do not fit now, by ages that one of the two has changed or because they are not
 * visible, stand between the others. So that a few of them do not keep all later likers from their slots, the viewer's own swipes
 * move past those at the front.
 */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { entryFor } from "./partitions";

type Like = Doc<"pendingLikes">;

/** The next likes on a viewer that they have not answered, after the one made at `since`. */
export async function likesAfter(
  ctx: QueryCtx,
  { userId }: Doc<"profiles">,
  since: number | undefined,
  most: number,
): Promise<Like[]> {
  return await ctx.db
    .query("pendingLikes")
    .withIndex("by_to", (q) => q.eq("to", userId).gt("_creationTime", since ?? 0))
    .take(most);
}

/**
 * How far the likers of a viewer are passed, after another swipe of theirs: up to the first who fits. Once a round is enough. Who
 * fits again later is dealt by their tier.
 */
export async function passLikers(
  ctx: QueryCtx,
  me: Doc<"profiles">,
  { swiped, likersPassed }: { swiped: number; likersPassed: number | undefined },
): Promise<number | undefined> {
  if (swiped % SWIPES !== 0) return likersPassed;
  let passed = likersPassed;
  for (const { from, _creationTime } of await likesAfter(ctx, me, passed, LIKERS)) {
    if ((await entryFor(ctx, me, from)) !== null) break;
    passed = _creationTime;
  }
  return passed;
}

/** At every so many swipes, so many likers at most are looked at: more than leave a deck without likers. */
const [SWIPES, LIKERS] = [5, 16];
