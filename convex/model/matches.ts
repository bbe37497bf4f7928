import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { limits, listSize } from "../shared/limits";
import { cardOf, matchedCardOf, matchEntryOf, type Card, type MatchedCard, type MatchEntry } from "./cards";
import { liveMatchOf } from "./rows/threads";
import { entryFor } from "./deck/partitions";
import { profileOf } from "./rows/profiles";
import { recordDecided } from "./deck/cursor";
import { repeatDecision, decide, type Member, type SwipeResult } from "./swipes/swipes";
import { isUndecided, matchesOf, pairOf, pendingBetween } from "./rows/pairs";
import { partPair } from "./swipes/block";
import { rowById } from "./rows/byId";

type Profile = Doc<"profiles">;
/** A request for up to `limit` entries of a list, from before a time (ms). */
type Page = { limit?: number; before?: number };

/** Matches with people who are not visible now that one list reads at most. Each reads two index ranges. */
const MAX_HIDDEN = 200;
/** Matches read together at least, if a list has so many. One at a time, each hidden one would cost two further index ranges. */
const MIN_PAGE = 20;

/** Returns a user's matches, newest first: a hundred by default, `limits.matchesMax` at most. */
export async function listMatches(ctx: QueryCtx, userId: Id<"users">, page: Page): Promise<MatchEntry[]> {
  const limit = listSize(page.limit, limits.matchesMax);
  const entries: MatchEntry[] = [];
  let { before = Infinity } = page;
  for (let left = limit + MAX_HIDDEN; entries.length < limit && left > 0;) {
    const missing = Math.min(Math.max(limit - entries.length, Math.min(limit, MIN_PAGE)), left);
    const newest = await matchesOf(ctx, userId, { before }, missing);
    const shown = await Promise.all(newest.map((match) => matchEntryOf(ctx, userId, match)));
    entries.push(...shown.filter((entry) => entry !== null));
    before = newest.at(-1)?._creationTime ?? 0;
    left -= newest.length;
    if (newest.length < missing) break;
  }
  return entries.slice(0, limit);
}

/** Returns the people whose like the viewer has not answered, newest first. */
export async function listPendingLikes(ctx: QueryCtx, me: Profile, page: Page): Promise<Card[]> {
  const { limit, before = Infinity } = page;
  const pending = ctx.db
    .query("pendingLikes")
    .withIndex("by_to", (q) => q.eq("to", me.userId).lt("_creationTime", before));
  const newest = await pending.order("desc").take(listSize(limit, limits.listSizeDefault));
  const entries = await Promise.all(newest.map(({ from }) => entryFor(ctx, me, from)));
  return entries.filter((entry) => entry !== null).map(cardOf);
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
  // The caller's like from the deck made no match, so it answered no pending like. This must not reveal whether the other person has liked
  // back since.
  if (decided?.decision === "like" && !decided.match) fail("NOT_FOUND", "Failed to respond to like");
  if (decided !== null && !isUndecided(decided)) {
    return await repeatDecision(ctx, decided, accepted, "Failed to respond to like");
  }
  const pending = await pendingBetween(ctx, from, me.userId);
  const entry = pending && (await entryFor(ctx, me, from));
  if (entry === null) fail("NOT_FOUND", "Failed to respond to like");
  await recordDecided(ctx, me.userId, from);
  return await decide(ctx, user, entry, accepted, pair);
}

export async function showMatched(ctx: QueryCtx, me: Profile, matchId: string): Promise<MatchedCard> {
  const { other } = await liveMatchOf(ctx, me.userId, matchId);
  return await matchedCardOf(ctx, (await profileOf(ctx, other)) ?? fail("NOT_FOUND", "This match has ended."));
}

/** Ends a match for good. Only its two people may. */
export async function endMatch(ctx: MutationCtx, userId: Id<"users">, matchId: string): Promise<void> {
  const match = await rowById(ctx, "matches", matchId);
  if (!match || (match.a !== userId && match.b !== userId)) fail("NOT_FOUND", "Failed to unmatch");
  await partPair(ctx, userId, match.a === userId ? match.b : match.a);
}
