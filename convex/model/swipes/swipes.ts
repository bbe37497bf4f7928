/** Swipes: one person's decision about another. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import type { swipeResult } from "../../validators/common";
import { matchedUserIn, matchedUserOf, type MatchedUser } from "../cards";
import { entryFor } from "../deck/partitions";
import { cursorOf, movedCursor, saveCursor } from "../deck/cursor";
import { passLikers } from "../deck/likers";
import { markNewLike } from "../mails/likes";
import { addUnseen } from "../news/unseen";
import { countFor } from "../numbers/numbers";
import { notify } from "../push/push";
import { countedDayOf, withSwipe } from "../quota";
import { isUndecided, pairOf, pendingBetween, type Pair } from "../rows/pairs";
import { deleteReturn } from "../deck/returns";

export type SwipeResult = Infer<typeof swipeResult>;
/** The caller: their account and their profile. */
export type Member = { user: Doc<"users">; me: Doc<"profiles"> };
type Refusal = "Failed to process swipe" | "Failed to respond to like";

/**
 * Swipes on a person in the deck, dealt yet or not. `profileId`: as the client sent it. An unknown id, or one outside this deck, has no
 * entry and is refused. Without a match, the result reveals nothing about the other person.
 */
export async function swipe(
  ctx: MutationCtx,
  { user, me }: Member,
  profileId: string,
  liked: boolean,
): Promise<SwipeResult> {
  const to = profileId as Id<"users">;
  const reads = [entryFor(ctx, me, to), cursorOf(ctx, me), pairOf(ctx, me.userId, to), countedDayOf(ctx, me)] as const;
  const [other, cursor, pair, today] = await Promise.all(reads);
  const { mine } = pair;
  if (mine !== null && !isUndecided(mine)) return await repeatDecision(ctx, mine, liked, "Failed to process swipe");
  const entry = to === me.userId ? null : other;
  if (entry === null) fail("NOT_FOUND", "Failed to process swipe");
  const quota = today ? withSwipe(cursor.quota, today) : cursor.quota;
  const [result, likersPassed, moved] = await Promise.all([
    decide(ctx, user, entry, liked, pair),
    passLikers(ctx, me, cursor, to),
    movedCursor(ctx, me, cursor, entry),
    cursor.row?.hasReturns ? deleteReturn(ctx, me.userId, to) : Promise.resolve(),
  ]);
  const last = result.match ? undefined : { to, liked, at: Date.now(), day: today?.day };
  await saveCursor(ctx, me, { ...moved, last, quota, likersPassed });
  return result;
}

/**
 * Stores a first decision on the person of an entry, and its effect: a match, a pending like, or nothing. `mine` exists when the other
 * person blocked this one. Then the decision is stored and has no effect.
 */
export async function decide(
  ctx: MutationCtx,
  me: Doc<"users">,
  entry: Doc<"deckEntries">,
  liked: boolean,
  pair: Pair,
): Promise<SwipeResult> {
  const isMatch = liked && pair.mine === null && pair.theirs?.decision === "like";
  const [match, other] = await Promise.all([
    storeDecision(ctx, me._id, entry.userId, liked, pair),
    isMatch ? matchedUserIn(ctx, entry) : Promise.resolve(null),
  ]);
  await countFor(ctx, me, { swipes: 1, ...(match !== null && { matches: 1 }) });
  return resultOf(match, other);
}

/** Repeats the result of a decision sent again, and refuses the opposite one. Changes nothing. */
export async function repeatDecision(
  ctx: MutationCtx,
  decided: Doc<"swipes">,
  liked: boolean,
  refusal: Refusal,
): Promise<SwipeResult> {
  if (decided.parted !== undefined && decided.parted !== "blocked") fail("NOT_FOUND", refusal);
  if ((decided.decision === "like") !== liked) fail("ALREADY_DECIDED", refusal);
  return decided.match ? resultOf(decided.match, await matchedUserOf(ctx, decided.to)) : { match: false };
}

type MatchId = Id<"matches"> | null;

/** Returns the match that the decision makes. */
async function storeDecision(
  ctx: MutationCtx,
  from: Id<"users">,
  to: Id<"users">,
  liked: boolean,
  { mine, theirs }: Pair,
): Promise<MatchId> {
  const decision = liked ? "like" : "dislike";
  if (mine !== null) {
    await ctx.db.patch("swipes", mine._id, { decision, decidedAt: Date.now() });
    return null;
  }
  if (theirs?.decision === "like") return await answerLiker(ctx, from, to, liked);
  await ctx.db.insert("swipes", { from, to, decision });
  if (liked && theirs === null) {
    await ctx.db.insert("pendingLikes", { from, to });
    await markNewLike(ctx, to);
  }
  return null;
}

/** Decides on a person who liked first. The pending like ends, and a like makes the match. */
async function answerLiker(ctx: MutationCtx, from: Id<"users">, to: Id<"users">, liked: boolean): Promise<MatchId> {
  const pending = await pendingBetween(ctx, to, from);
  if (pending) await ctx.db.delete("pendingLikes", pending._id);
  if (!liked) {
    await ctx.db.insert("swipes", { from, to, decision: "dislike" });
    return null;
  }
  const match = await ctx.db.insert("matches", from < to ? { a: from, b: to } : { a: to, b: from });
  await ctx.db.insert("swipes", { from, to, decision: "like", match });
  await addUnseen(ctx, match, from, to);
  await notify(ctx, to, "match", { matchId: match });
  return match;
}

function resultOf(matchId: MatchId, user: MatchedUser | null): SwipeResult {
  return matchId === null || user === null ? { match: false } : { match: true, matchId, user };
}
