/**
 * Undoes the user's last swipe: a dislike at any time, a like until it made a match or the other person has viewed their likes. A refusal
 * reveals only that one of the two happened. The other person's pass, block or report does not change any response.
 */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { lastSwipe } from "../../validators/common";
import { deckOf } from "../deck/cursor";
import { likesSeenUpTo } from "../news/likesSeen";
import { countFor } from "../numbers/numbers";
import { withUndo } from "../quota";
import { matchBetween, pendingBetween, swipeBetween } from "../rows/pairs";
import { addReturn } from "../deck/returns";
import type { Member } from "./swipes";

type LastSwipe = Infer<typeof lastSwipe>;
type Swipe = Doc<"swipes">;

/**
 * Returns the last swipe from a deck if it can be undone, otherwise null. A parting that the user chose has already removed it from the
 * deck.
 */
export async function undoableSwipe(ctx: QueryCtx, deck: Doc<"decks"> | null): Promise<LastSwipe | null> {
  const last = deck?.last;
  if (deck === null || last === undefined || last.undone) return null;
  return (await isAnswered(ctx, deck.userId, last)) ? null : last;
}

/**
 * Undoes the last swipe. That person is dealt first again, and a swipe counted today is returned. Repeating the call gives the same result
 * and changes nothing.
 */
export async function undoSwipe(ctx: MutationCtx, { user, me }: Member, profileId: string): Promise<void> {
  const row = await deckOf(ctx, me.userId);
  const last = row?.last;
  if (!row || !last || last.to !== profileId) refuse();
  if (last.undone) return;
  const mine = await swipeBetween(ctx, me.userId, last.to);
  if (mine === null || isParted(mine) || (await isAnswered(ctx, me.userId, last))) refuse();
  if (!(await addReturn(ctx, me.userId, last.to))) refuse();
  const quota = await withUndo(ctx, me, row.quota, last.day);
  const isDealtAgain = await revertDecision(ctx, mine);
  await countFor(ctx, user, { undos: 1 });
  await ctx.db.patch("decks", row._id, {
    swiped: row.swiped - 1,
    quota,
    last: { ...last, undone: true },
    hasReturns: true,
    decidedAhead: isDealtAgain ? row.decidedAhead?.filter((userId) => userId !== last.to) : row.decidedAhead,
  });
}

/** One text for every refusal, so it does not reveal the cause. */
function refuse(): never {
  fail("NOT_FOUND", "This swipe can no longer be taken back");
}

/** True if the user parted the two, or their match ended. */
function isParted({ parted }: Swipe): boolean {
  return parted === "blocker" || parted === "match";
}

/** True if a like became a match, or the other person has viewed their likes since. */
async function isAnswered(ctx: QueryCtx, from: Id<"users">, { to, liked, at }: LastSwipe): Promise<boolean> {
  if (!liked) return false;
  const [match, seenUpTo] = await Promise.all([matchBetween(ctx, from, to), likesSeenUpTo(ctx, to)]);
  return match !== null || seenUpTo >= at;
}

/**
 * Deletes a decision and its own like, or restores the like that it answered. If the other person has parted the two since, neither that
 * like nor the card returns: see `partPair`. Returns true if the card does.
 */
async function revertDecision(ctx: MutationCtx, { _id, from, to, decision, parted }: Swipe): Promise<boolean> {
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
