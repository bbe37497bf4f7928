/** What a person has read of a thread, and what they chose to reveal. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { messageAt } from "./chat";
import {
  failIfGone,
  heldFrom,
  seenOf,
  sideOf,
  liveMatchOf,
  threadOf,
  threadWith,
  type LiveMatch,
} from "../rows/threads";

type User = Doc<"users">;

/** Marks a thread as read up to a position. Never moves back, and never past the last message. */
export async function markRead(ctx: MutationCtx, me: User, matchId: string, upTo: number): Promise<null> {
  const id = ctx.db.normalizeId("matches", matchId);
  const [side, seen] = await Promise.all([id && sideOf(ctx, id, me._id), id && seenOf(ctx, id, me._id)]);
  if (id === null || side === null) {
    await liveMatchOf(ctx, me._id, matchId);
    return null;
  }
  // A side is deleted with its match, so there is no need to read the match too.
  await failIfGone(ctx, side.other);
  const last = side.last.position;
  const readUpTo = Math.min(Math.trunc(upTo), last);
  if (!(readUpTo > (seen?.upTo ?? 0))) return null;
  const unread = readUpTo === last ? 0 : await unreadAfter(ctx, side, readUpTo);
  const isRead = unread === 0;
  await ctx.db.patch("chatSides", side._id, { unread, ...(isRead && { notified: undefined }) });
  if (seen) await ctx.db.patch("chatSeen", seen._id, { upTo: readUpTo });
  else await ctx.db.insert("chatSeen", { match: id, userId: me._id, upTo: readUpTo });
  return null;
}

/**
 * Returns the last position that the other person has seen, before the first message held back from them. With `mine`: the last position
 * that the caller has marked as read. Zero: none.
 */
export async function seenUpTo(ctx: QueryCtx, me: User, matchId: string, mine: boolean): Promise<number> {
  const seenBy = async ({ match, other }: LiveMatch) => (await seenOf(ctx, match, mine ? me._id : other))?.upTo ?? 0;
  const { thread, rows: upTo } = await threadWith(ctx, me._id, matchId, seenBy);
  // Held messages count as unseen until revealed, and so does everything after them.
  const held = mine || thread === null ? undefined : heldFrom(thread, me._id);
  return Math.min(upTo, (held ?? Infinity) - 1);
}

/** Reveals the other person's links, numbers and handles to the caller in this thread. */
export async function revealContacts(ctx: MutationCtx, me: User, matchId: string): Promise<null> {
  const read = async ({ match }: LiveMatch) => await sideOf(ctx, match, me._id);
  const { live, thread, rows: side } = await threadWith(ctx, me._id, matchId, read);
  if (thread === null || side === null || heldFrom(thread, live.other) === undefined) return null;
  const { last } = side;
  const lastMessage = last.held ? await messageAt(ctx, thread._id, last.position) : null;
  if (lastMessage) {
    await ctx.db.patch("chatSides", side._id, {
      last: { text: lastMessage.text, mine: false, position: lastMessage.position },
    });
  }
  const held = thread.held.filter(({ by }) => by !== live.other);
  await ctx.db.patch("chatThreads", thread._id, { held, shownTo: [...thread.shownTo, me._id] });
  return null;
}

async function unreadAfter(ctx: QueryCtx, { match, userId }: Doc<"chatSides">, position: number): Promise<number> {
  const thread = await threadOf(ctx, match);
  if (thread === null) return 0;
  const later = ctx.db
    .query("chatMessages")
    .withIndex("by_thread_and_position", (q) => q.eq("thread", thread._id).gt("position", position));
  return (await later.take(limits.unreadMax)).filter(({ from }) => from !== userId).length;
}
