/** Threads: their two people, their two sides, and what each person has seen. */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { fail } from "../../shared/errors";
import { limits, listSize } from "../../shared/limits";
import type { threadEntry } from "../../validators/chat";
import { isMember } from "./knownStatus";

export type Thread = Doc<"chatThreads">;
export type Side = Doc<"chatSides">;
/** A live match of the caller, and the other person. */
export type LiveMatch = { match: Id<"matches">; other: Id<"users"> };

/**
 * Returns the match that a client names. Throws unless it is live, is the caller's, and the other person may use the product. All chat
 * functions start here. It reads nothing that a message writes.
 */
export async function liveMatchOf(ctx: QueryCtx, userId: Id<"users">, matchId: string): Promise<LiveMatch> {
  return (await findLiveMatch(ctx, userId, matchId)) ?? ended();
}

/** Like `liveMatchOf`, but returns null where that throws. */
export async function findLiveMatch(ctx: QueryCtx, userId: Id<"users">, matchId: string): Promise<LiveMatch | null> {
  const live = await ownMatch(ctx, userId, ctx.db.normalizeId("matches", matchId));
  return live && isMember(await ctx.db.get("users", live.other)) ? live : null;
}

/**
 * Like `liveMatchOf`, but also returns the thread (null before the first message) and the result of `read`. `read` runs while the other
 * person is loaded. Its result is dropped if the other person may not use the product. A thread ends with its match, so the match is read
 * only without a thread.
 */
export async function threadWith<T>(
  ctx: QueryCtx,
  userId: Id<"users">,
  matchId: string,
  read: (live: LiveMatch, thread: Thread | null) => Promise<T>,
) {
  const id = ctx.db.normalizeId("matches", matchId);
  const thread = id && (await threadOf(ctx, id));
  const live = thread ? ownPart(userId, thread.match, thread.people) : await ownMatch(ctx, userId, id);
  if (live === null) ended();
  const [user, rows] = await Promise.all([ctx.db.get("users", live.other), read(live, thread)]);
  return isMember(user) ? { live, thread, rows } : ended();
}

async function ownMatch(ctx: QueryCtx, userId: Id<"users">, id: Id<"matches"> | null): Promise<LiveMatch | null> {
  const match = id && (await ctx.db.get("matches", id));
  return match && ownPart(userId, match._id, [match.a, match.b]);
}

/** Returns null for anyone but the two people of a match. */
function ownPart(userId: Id<"users">, match: Id<"matches">, people: Id<"users">[]): LiveMatch | null {
  const other = people.find((id) => id !== userId);
  return other !== undefined && people.includes(userId) ? { match, other } : null;
}

/** Throws as for an ended match if the other person may not use the product. */
export async function failIfGone(ctx: QueryCtx, other: Id<"users">): Promise<void> {
  if (!isMember(await ctx.db.get("users", other))) ended();
}

function ended(): never {
  fail("NOT_FOUND", "This match has ended.");
}

/** Returns the thread of a match, or null before the first message. */
export async function threadOf(ctx: QueryCtx, match: Id<"matches">): Promise<Thread | null> {
  return await getOneFrom(ctx.db, "chatThreads", "by_match", match);
}

export async function sidesOf(ctx: QueryCtx, match: Id<"matches">): Promise<Side[]> {
  return await ctx.db
    .query("chatSides")
    .withIndex("by_match_and_userId", (q) => q.eq("match", match))
    .take(2);
}

/** Returns a user's side of a thread, or null before the first message. */
export async function sideOf(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">): Promise<Side | null> {
  return await ctx.db
    .query("chatSides")
    .withIndex("by_match_and_userId", (q) => q.eq("match", match).eq("userId", userId))
    .unique();
}

/** Returns how far a user has seen a thread, or null if not at all. */
export async function seenOf(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">) {
  return await ctx.db
    .query("chatSeen")
    .withIndex("by_match_and_userId", (q) => q.eq("match", match).eq("userId", userId))
    .unique();
}

/** Returns the position of a person's first message that is held back from the other one, or undefined. */
export function heldFrom({ held }: Thread, by: Id<"users">): number | undefined {
  return held.find((entry) => entry.by === by)?.from;
}

/** Returns when the user's oldest unread message in a thread came (ms), or null without any. */
export async function firstUnreadAt(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">): Promise<number | null> {
  const [thread, seen] = await Promise.all([threadOf(ctx, match), seenOf(ctx, match, userId)]);
  if (thread === null) return null;
  const unread = ctx.db
    .query("chatMessages")
    .withIndex("by_thread_and_position", (q) => q.eq("thread", thread._id).gt("position", seen?.upTo ?? 0));
  return (await unread.take(limits.unreadMax)).find(({ from }) => from !== userId)?.at ?? null;
}

/** Returns a user's threads, newest message first. */
export async function listThreads(
  ctx: QueryCtx,
  userId: Id<"users">,
  limit?: number,
): Promise<Infer<typeof threadEntry>[]> {
  const own = ctx.db.query("chatSides").withIndex("by_userId_and_lastAt", (q) => q.eq("userId", userId));
  const newest = await own.order("desc").take(listSize(limit, limits.matchesMax));
  return newest.map(({ match, last: { held = false, ...last }, lastAt, unread }) => ({
    matchId: match,
    last: { ...last, held, at: lastAt },
    unread,
  }));
}

/** Returns how many messages a user has not read, in all threads, up to `limits.unreadMax`. */
export async function unreadOf(ctx: QueryCtx, userId: Id<"users">): Promise<number> {
  return unreadIn(await unreadSides(ctx, userId));
}

export async function unreadSides(ctx: QueryCtx, userId: Id<"users">): Promise<Side[]> {
  const unread = ctx.db
    .query("chatSides")
    .withIndex("by_userId_and_unread", (q) => q.eq("userId", userId).gt("unread", 0));
  return await unread.take(limits.unreadMax);
}

/** Returns how many messages are unread in some threads, up to `limits.unreadMax`. */
export function unreadIn(sides: Side[]): number {
  return Math.min(
    limits.unreadMax,
    sides.reduce((sum, { unread }) => sum + unread, 0),
  );
}
