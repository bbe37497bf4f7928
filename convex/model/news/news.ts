/** What is new to a user: matches, likes and messages. Reads are bounded. None depend on what other people do among themselves. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import type { news, newsCounts } from "../../validators/common";
import { cardOf, matchEntryOf, type MatchEntry } from "../cards";
import { sidesOf, unreadIn, unreadOf, unreadSides, type Side } from "../rows/threads";
import { entryFor } from "../deck/partitions";
import { isMember } from "../rows/knownStatus";
import { matchesOf } from "../rows/pairs";
import { likesSeenUpTo } from "./likesSeen";
import { isUnseen, unseenOf, unshownOf } from "./unseen";

type Profile = Doc<"profiles">;
type Unseen = Doc<"unseenMatches">;

/** Returns what is new to a user: see `matches.news`. */
export async function newsOf(
  ctx: QueryCtx,
  me: Profile,
  { since = Infinity, counts = true }: { since?: number; counts?: boolean },
): Promise<Infer<typeof news>> {
  const { userId } = me;
  const [rows, recent, likes, sides] = await Promise.all([
    unseenOf(ctx, userId),
    matchesOf(ctx, userId, { since }, limits.matchesMax),
    counts ? newLikes(ctx, me, since) : null,
    counts ? unreadSides(ctx, userId) : null,
  ]);
  const matches = await newMatches(ctx, userId, rows, recent);
  const unlisted = await visibleOnly(ctx, rows.filter(({ listed }) => !listed).slice(0, limits.badgeMax), matches);
  return {
    ...(likes && sides && { counts: countsOf(unlisted, likes, sides) }),
    matches,
    ...(likes && { likes: likes.filter(({ row }) => row._creationTime >= since).map(({ entry }) => cardOf(entry)) }),
    unlisted: unlisted.map(({ match }) => match),
  };
}

/** Returns how many matches have a popup not yet shown, up to `limits.badgeMax`. */
export async function unshownCount(ctx: QueryCtx, userId: Id<"users">): Promise<number> {
  return (await visibleOnly(ctx, await unshownOf(ctx, userId, limits.badgeMax))).length;
}

/**
 * True if the subject of a notification or its mail is still new to the user. Without `matchId` it covers several. False once the match
 * ended, the other person is hidden, or the user has seen it.
 */
export async function isStillNew(
  ctx: QueryCtx,
  userId: Id<"users">,
  about: "match" | "message",
  matchId: Id<"matches"> | undefined,
): Promise<boolean> {
  if (matchId === undefined) return (await (about === "match" ? unshownCount : unreadOf)(ctx, userId)) > 0;
  const match = await ctx.db.get("matches", matchId);
  if (match === null || !isMember(await ctx.db.get("users", match.a === userId ? match.b : match.a))) return false;
  if (about === "match") return await isUnseen(ctx, matchId, userId);
  return (await sidesOf(ctx, matchId)).some((side) => side.userId === userId && side.unread > 0);
}

const MOMENTS = 10;

/** Returns the recent matches, and the next ones whose popup was not shown. Further ones follow once these are seen. */
async function newMatches(ctx: QueryCtx, userId: Id<"users">, rows: Unseen[], recent: Doc<"matches">[]) {
  const unshown = rows.filter(({ shown }) => !shown);
  const unseenIds = new Set(unshown.map(({ match }) => match));
  const entries = await Promise.all(recent.map((match) => matchEntryOf(ctx, userId, match)));
  const recentIds = new Set(recent.map(({ _id }) => _id));
  const older: MatchEntry[] = [];
  // Matches with people who are hidden now stay unseen, and must not block later ones.
  for (const { match } of unshown) {
    if (older.length === MOMENTS) break;
    const row = recentIds.has(match) ? null : await ctx.db.get("matches", match);
    const entry = row && (await matchEntryOf(ctx, userId, row));
    if (entry !== null) older.push(entry);
  }
  return [...entries.filter((entry) => entry !== null), ...older.reverse()].map((entry) => ({
    ...entry,
    isUnseen: unseenIds.has(entry.matchId),
  }));
}

/** Returns the marks of matches with people who are visible now. `visible`: matches already known to be visible. */
async function visibleOnly(ctx: QueryCtx, unseen: Unseen[], visible: MatchEntry[] = []): Promise<Unseen[]> {
  const visibleIds = new Set(visible.map(({ matchId }) => matchId));
  const isShown = async ({ match, other }: Unseen) =>
    visibleIds.has(match) || isMember(await ctx.db.get("users", other));
  const shown = await Promise.all(unseen.map(isShown));
  return unseen.filter((_, index) => shown[index]);
}

type Like = { row: Doc<"pendingLikes">; entry: Doc<"deckEntries">; isNew: boolean };

/** Returns the likes by visible people that the user has not seen, or that came since a time. Newest first. */
async function newLikes(ctx: QueryCtx, me: Profile, since: number): Promise<Like[]> {
  const seen = await likesSeenUpTo(ctx, me.userId);
  const later = ctx.db
    .query("pendingLikes")
    .withIndex("by_to", (q) => q.eq("to", me.userId).gte("_creationTime", Math.min(seen, since)));
  const rows = (await later.order("desc").take(limits.listSizeDefault)).map((row) => {
    const isNew = row._creationTime > seen && (row.since ?? Infinity) > seen;
    return { row, isNew };
  });
  const shown = rows.filter(({ row, isNew }) => isNew || row._creationTime >= since);
  const entries = await Promise.all(shown.map(({ row }) => entryFor(ctx, me, row.from)));
  return shown.flatMap((like, index) => (entries[index] ? [{ ...like, entry: entries[index] }] : []));
}

function countsOf(unlisted: Unseen[], likes: Like[], sides: Side[]): Infer<typeof newsCounts> {
  const fresh = likes.filter(({ isNew }) => isNew).slice(0, limits.badgeMax);
  const lastMatch = latest([...unlisted.map(createdAt), ...sides.map(({ lastAt }) => lastAt)]);
  return {
    matches: unlisted.length,
    likes: fresh.length,
    unread: unreadIn(sides),
    newest: latest(fresh.map(({ row }) => createdAt(row))) > lastMatch ? "likes" : "matches",
  };
}

function createdAt({ _creationTime }: { _creationTime: number }): number {
  return _creationTime;
}

/** Returns the latest of some times in ms, or 0 without any. */
function latest(times: number[]): number {
  return Math.max(0, ...times);
}
