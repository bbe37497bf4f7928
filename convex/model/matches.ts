/** Matches and pending likes. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits, listSize } from "../shared/limits";
import type { matchEntry } from "../validators/common";
import { cardOf, matchedCardOf, matchedUserOf, type Card, type MatchedCard } from "./cards";
import { talkOf } from "./rows/threads";
import { unseenOf } from "./news/unseen";
import { entryFor } from "./deck/partitions";
import { profileOf } from "./rows/profiles";
import { recordDecided } from "./deck/cursor";
import { repeatDecision, decide, type Member, type SwipeResult } from "./swipes/swipes";
import { isUndecided, pairOf, pendingBetween } from "./rows/pairs";
import { partPair } from "./swipes/block";

type Profile = Doc<"profiles">;
type MatchEntry = Infer<typeof matchEntry>;

/** Returns my matches, newest first, up to `limit`: a hundred by default, a thousand at most. */
export async function listMatches(ctx: QueryCtx, userId: Id<"users">, limit?: number): Promise<MatchEntry[]> {
  const most = listSize(limit, limits.matchesMost);
  const fresh = (await unseenOf(ctx, userId)).filter(({ listed }) => !listed);
  const isNew = new Set(fresh.map(({ match }) => match));
  const entries: MatchEntry[] = [];
  for (let before = Infinity; entries.length < most;) {
    const wanted = most - entries.length;
    const newest = await newestMatches(ctx, userId, before, wanted);
    const shown = await Promise.all(newest.map((match) => entryOf(ctx, userId, match, isNew.has(match._id))));
    entries.push(...shown.filter((entry) => entry !== null));
    before = newest.at(-1)?._creationTime ?? 0;
    if (newest.length < wanted) break;
  }
  return entries;
}

/** Returns the people who like me and await my answer, newest first. */
export async function listPendingLikes(ctx: QueryCtx, me: Profile, limit?: number): Promise<Card[]> {
  const pending = ctx.db.query("pendingLikes").withIndex("by_to", (q) => q.eq("to", me.userId));
  const newest = await pending.order("desc").take(listSize(limit, limits.listed));
  const liking = await Promise.all(newest.map(({ from }) => entryFor(ctx, me, from)));
  return liking.filter((entry) => entry !== null).map(cardOf);
}

/** Accepts or rejects a pending like. Costs no swipe. The same answer sent twice counts once. */
export async function respond(
  ctx: MutationCtx,
  { user, me }: Member,
  profileId: string,
  accepted: boolean,
): Promise<SwipeResult> {
  const from = profileId as Id<"users">;
  const pair = await pairOf(ctx, me.userId, from);
  const { mine: decided } = pair;
  // My like from the deck made no match, so it answered no pending like. This must not reveal whether they like me by now.
  if (decided?.decision === "like" && !decided.match) fail("NOT_FOUND", "Failed to respond to like");
  if (decided !== null && !isUndecided(decided)) {
    return await repeatDecision(ctx, decided, accepted, "Failed to respond to like");
  }
  const pending = await pendingBetween(ctx, from, me.userId);
  if (pending === null || (await entryFor(ctx, me, from)) === null) {
    fail("NOT_FOUND", "Failed to respond to like");
  }
  await recordDecided(ctx, me.userId, from);
  return await decide(ctx, user, from, accepted, pair);
}

/** Returns the whole card of my match. */
export async function showMatched(ctx: QueryCtx, me: Profile, matchId: string): Promise<MatchedCard> {
  const { other } = await talkOf(ctx, me.userId, matchId);
  return await matchedCardOf(ctx, (await profileOf(ctx, other)) ?? fail("NOT_FOUND", "This match has ended."));
}

/** Ends a match for good. Only its two people may. */
export async function endMatch(ctx: MutationCtx, userId: Id<"users">, matchId: string): Promise<void> {
  const id = ctx.db.normalizeId("matches", matchId);
  const match = id && (await ctx.db.get("matches", id));
  if (!match || (match.a !== userId && match.b !== userId)) fail("NOT_FOUND", "Failed to unmatch");
  await partPair(ctx, userId, match.a === userId ? match.b : match.a);
}

async function newestMatches(ctx: QueryCtx, userId: Id<"users">, before: number, most: number) {
  const matches = () => ctx.db.query("matches");
  const asA = matches().withIndex("by_a", (q) => q.eq("a", userId).lt("_creationTime", before));
  const asB = matches().withIndex("by_b", (q) => q.eq("b", userId).lt("_creationTime", before));
  const both = await Promise.all([asA.order("desc").take(most), asB.order("desc").take(most)]);
  return both
    .flat()
    .sort((x, y) => y._creationTime - x._creationTime)
    .slice(0, most);
}

async function entryOf(
  ctx: QueryCtx,
  userId: Id<"users">,
  match: Doc<"matches">,
  isNew: boolean,
): Promise<MatchEntry | null> {
  const user = await matchedUserOf(ctx, match.a === userId ? match.b : match.a);
  return user && { matchId: match._id, createdAt: match._creationTime, user, ...(isNew && { isNew }) };
}
