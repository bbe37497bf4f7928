/**
 * Taking back one's last swipe, while nothing followed from it. Whoever takes it back can tell a match, and that the other has
 * looked at their likes since. A dislike, a block or a report of the other changes nothing that they are answered.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { lastSwipe } from "../../validators/common";
import { deckOf } from "../deck/cursor";
import { likesSeenUpTo } from "../news/looks";
import { countFor } from "../numbers/numbers";
import { spendUndo } from "../quota";
import { matchBetween, pendingBetween, swipeBetween } from "../rows/pairs";
import { addReturn } from "../deck/returns";

type LastSwipe = Infer<typeof lastSwipe>;
type Swipe = Doc<"swipes">;

/** The last swipe, if it can be taken back; otherwise null. */
export async function undoableSwipe(ctx: QueryCtx, userId: Id<"users">): Promise<LastSwipe | null> {
  const last = (await deckOf(ctx, userId))?.last;
  if (last === undefined || last.undone) return null;
  return (await isFollowed(ctx, userId, last)) ? null : last;
}

/**
 * Takes back the last swipe: the other is dealt first again, and a swipe that counted today is given back. The same sent again
 * is answered alike and changes nothing.
 */
export async function undoSwipe(ctx: MutationCtx, me: Doc<"profiles">, profileId: string): Promise<void> {
  const row = await deckOf(ctx, me.userId);
  const last = row?.last;
  if (!row || !last || last.to !== profileId) refuse();
  if (last.undone) return;
  const mine = await swipeBetween(ctx, me.userId, last.to);
  if (mine === null || (await isFollowed(ctx, me.userId, last))) refuse();
  if (!(await addReturn(ctx, me.userId, last.to))) refuse();
  await spendUndo(ctx, me, last.day);
  const isBack = await takeBack(ctx, mine);
  await countFor(ctx, me.userId, { undos: 1 });
  await ctx.db.patch("decks", row._id, {
    swiped: row.swiped - 1,
    last: { ...last, undone: true },
    hasReturns: true,
    decidedAhead: isBack ? row.decidedAhead?.filter((userId) => userId !== last.to) : row.decidedAhead,
  });
}

/** One sentence for all that cannot be taken back: what it is that followed is not told. */
function refuse(): never {
  fail("NOT_FOUND", "This swipe can no longer be taken back");
}

/** Whether anything followed from a swipe: a match, a parting on one's own wish, or a look of the other at their likes. */
async function isFollowed(ctx: QueryCtx, from: Id<"users">, { to, liked, at }: LastSwipe): Promise<boolean> {
  const mine = await swipeBetween(ctx, from, to);
  if (mine?.parted === "blocker" || mine?.parted === "match") return true;
  return liked && ((await matchBetween(ctx, from, to)) !== null || (await likesSeenUpTo(ctx, to)) >= at);
}

/**
 * Deletes a decision and what it left: its own like, or the other's like that it had answered. If the other has parted the two
 * meanwhile, such a like does not come back, and the card neither: see `partPair`. Answers whether the card does.
 */
async function takeBack(ctx: MutationCtx, { _id, from, to, decision, parted }: Swipe): Promise<boolean> {
  const theirs = await swipeBetween(ctx, to, from);
  const like = decision === "dislike" && theirs?.decision === "like" ? theirs : null;
  if (parted) {
    await ctx.db.patch("swipes", _id, { decision: undefined, ...(like && { parted: "gone" }) });
    return like === null;
  }
  await ctx.db.delete("swipes", _id);
  const pending = await pendingBetween(ctx, from, to);
  if (pending) await ctx.db.delete("pendingLikes", pending._id);
  if (like) await ctx.db.insert("pendingLikes", { from: to, to: from, since: like._creationTime });
  return true;
}
