/** What is new to a user: matches, likes and messages. Reads are bounded, and none depend on what others do with each other. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import type { matchEntry, news } from "../../validators/common";
import { matchedUserOf } from "../cards";
import { sidesOf, unreadIn, unreadOf, unreadSides } from "../rows/threads";
import { entryFor } from "../deck/partitions";
import { isMember } from "../rows/knownStatus";
import { likesSeenUpTo } from "./looks";
import { isUnseen, unseenOf, unshownOf } from "./unseen";

type Profile = Doc<"profiles">;
type Unseen = Doc<"unseenMatches">;

/** Returns the badge numbers. */
export async function newsOf(ctx: QueryCtx, me: Profile): Promise<Infer<typeof news>> {
  const { userId } = me;
  const all = [newMatches(ctx, userId), newLikes(ctx, me), unreadSides(ctx, userId)] as const;
  const [matches, likes, sides] = await Promise.all(all);
  const lastMatch = latest([...matches.map(createdAt), ...sides.map(({ lastAt }) => lastAt)]);
  return {
    matches: matches.length,
    likes: likes.length,
    unread: unreadIn(sides),
    newest: latest(likes.map(createdAt)) > lastMatch ? "likes" : "matches",
  };
}

/** Returns matches whose popup was not shown, oldest first, a few at a time. The next follow once these are seen. */
export async function unseenMatches(ctx: QueryCtx, userId: Id<"users">): Promise<Infer<typeof matchEntry>[]> {
  const entries: Infer<typeof matchEntry>[] = [];
  // Matches with people who are hidden now stay unseen, and must not block later ones.
  for (const row of await unshownOf(ctx, userId, limits.listed)) {
    if (entries.length === MOMENTS) break;
    const entry = await entryOf(ctx, row);
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

/** Returns how many matches have a popup not yet shown, up to `limits.badgeMost`. */
export async function unshownCount(ctx: QueryCtx, userId: Id<"users">): Promise<number> {
  return (await shownOf(ctx, await unshownOf(ctx, userId, limits.badgeMost))).length;
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

async function entryOf(ctx: QueryCtx, { match, other }: Unseen) {
  const [row, user] = await Promise.all([ctx.db.get("matches", match), matchedUserOf(ctx, other)]);
  return row && user && { matchId: match, createdAt: row._creationTime, user, isNew: true };
}

/** Matches not yet seen in the list, without those it does not show now. */
async function newMatches(ctx: QueryCtx, userId: Id<"users">): Promise<Unseen[]> {
  const unlisted = (await unseenOf(ctx, userId)).filter(({ listed }) => !listed);
  return await shownOf(ctx, unlisted.slice(0, limits.badgeMost));
}

async function shownOf(ctx: QueryCtx, unseen: Unseen[]): Promise<Unseen[]> {
  const others = await Promise.all(unseen.map(({ other }) => ctx.db.get("users", other)));
  return unseen.filter((_, at) => isMember(others[at]));
}

/** Counts new likes by people who are shown among the pending likes. */
async function newLikes(ctx: QueryCtx, me: Profile): Promise<Doc<"pendingLikes">[]> {
  const seen = await likesSeenUpTo(ctx, me.userId);
  const later = ctx.db.query("pendingLikes").withIndex("by_to", (q) => q.eq("to", me.userId).gt("_creationTime", seen));
  const likes = (await later.order("desc").take(limits.badgeMost)).filter(({ since }) => (since ?? Infinity) > seen);
  const entries = await Promise.all(likes.map(({ from }) => entryFor(ctx, me, from)));
  return likes.filter((_, at) => entries[at] !== null);
}

function createdAt({ _creationTime }: { _creationTime: number }): number {
  return _creationTime;
}

/** Returns the latest of some times in ms, or 0 without any. */
function latest(times: number[]): number {
  return Math.max(0, ...times);
}
