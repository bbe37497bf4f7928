/** Two likes, and what is on the way to them. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import type { matchEntry } from "../validators";
import { cardOf, matchedUserOf, type Card } from "./cards";
import { audienceOf, placeIn } from "./deckStreets";
import { noteDone } from "./deckWalk";
import { answerAgain, decide, type SwipeAnswer } from "./swipes";
import { pendingBetween, swipeBetween } from "./swipesPair";
import { part } from "./swipesParting";

type Profile = Doc<"profiles">;
type MatchEntry = Infer<typeof matchEntry>;

/** My matches, newest first. */
export async function listMatches(ctx: QueryCtx, me: Profile, limit?: number): Promise<MatchEntry[]> {
  const most = listSize(limit);
  const asA = ctx.db.query("matches").withIndex("by_a", (q) => q.eq("a", me.userId));
  const asB = ctx.db.query("matches").withIndex("by_b", (q) => q.eq("b", me.userId));
  const both = await Promise.all([asA.order("desc").take(most), asB.order("desc").take(most)]);
  const newest = both
    .flat()
    .sort((x, y) => y._creationTime - x._creationTime)
    .slice(0, most);
  const entries = await Promise.all(newest.map((match) => entryOf(ctx, me, match)));
  return entries.filter((entry) => entry !== null);
}

/** Who likes me and has no answer yet, newest first. */
export async function listPendingLikes(ctx: QueryCtx, me: Profile, limit?: number): Promise<Card[]> {
  const pending = ctx.db.query("pendingLikes").withIndex("by_to", (q) => q.eq("to", me.userId));
  const newest = await pending.order("desc").take(listSize(limit));
  const places = await Promise.all(newest.map(({ from }) => placeIn(ctx, audienceOf(me), from)));
  return places.filter((place) => place !== null).map(cardOf);
}

/** Accepts or rejects a pending like. Free, and the same act twice is one. */
export async function respond(
  ctx: MutationCtx,
  me: Profile,
  profileId: string,
  accepted: boolean,
): Promise<SwipeAnswer> {
  const from = profileId as Id<"users">;
  const decided = await swipeBetween(ctx, me.userId, from);
  // A like from the deck that made no match answered nobody; whether they like me by now is not told here.
  if (decided?.decision === "like" && !decided.match) fail("NOT_FOUND", "Failed to respond to like");
  if (decided !== null) return await answerAgain(ctx, decided, accepted, "Failed to respond to like");
  const pending = await pendingBetween(ctx, from, me.userId);
  if (pending === null || (await placeIn(ctx, audienceOf(me), from)) === null) {
    fail("NOT_FOUND", "Failed to respond to like");
  }
  await noteDone(ctx, me.userId, from);
  return await decide(ctx, me, from, accepted);
}

/** Only the two people of a match may end it, and it is for good. */
export async function endMatch(ctx: MutationCtx, me: Profile, matchId: string): Promise<void> {
  const id = ctx.db.normalizeId("matches", matchId);
  const match = id && (await ctx.db.get("matches", id));
  if (!match || (match.a !== me.userId && match.b !== me.userId)) fail("NOT_FOUND", "Failed to unmatch");
  await part(ctx, match.a, match.b);
}

const LONGEST = 100;

async function entryOf(ctx: QueryCtx, me: Profile, match: Doc<"matches">): Promise<MatchEntry | null> {
  const user = await matchedUserOf(ctx, match.a === me.userId ? match.b : match.a);
  return user && { matchId: match._id, createdAt: match._creationTime, user };
}

/** Any number a client may send, made sense of. */
function listSize(limit = LONGEST): number {
  return Math.trunc(Math.min(LONGEST, Math.max(1, limit))) || LONGEST;
}
