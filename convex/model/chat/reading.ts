/** What a person has read of a thread, and what they chose to reveal. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { messageAt } from "./chat";
import { threadOfMine, type Thread } from "../rows/threads";

/** Marks a thread as read up to a position. Never moves back, and never past the last message. */
export async function markRead(ctx: MutationCtx, me: Doc<"users">, matchId: string, upTo: number): Promise<null> {
  const { thread } = await threadOfMine(ctx, me._id, matchId);
  if (thread === null) return null;
  const { mine } = thread;
  const readUpTo = Math.min(Math.trunc(upTo), mine.last.position);
  if (!(readUpTo > mine.readUpTo)) return null;
  const unread = readUpTo === mine.last.position ? 0 : await unreadAfter(ctx, thread, readUpTo);
  const isRead = unread === 0;
  await ctx.db.patch("chatThreads", mine._id, { readUpTo, unread, ...(isRead && { notified: undefined }) });
  return null;
}

/** Reveals the other's links, numbers and handles to the caller in this thread. */
export async function revealContacts(ctx: MutationCtx, me: Doc<"users">, matchId: string): Promise<null> {
  const { thread } = await threadOfMine(ctx, me._id, matchId);
  if (thread?.mine.heldFrom === undefined) return null;
  const { last, _id } = thread.mine;
  const held = last.held ? await messageAt(ctx, thread.id, last.position) : null;
  const shown = held ? { last: { text: held.text, mine: false, position: held.position } } : {};
  await ctx.db.patch("chatThreads", _id, { heldFrom: undefined, showsContacts: true, ...shown });
  return null;
}

async function unreadAfter(ctx: QueryCtx, { id, mine }: Thread, position: number): Promise<number> {
  const later = ctx.db
    .query("chatMessages")
    .withIndex("by_thread_and_position", (q) => q.eq("thread", id).gt("position", position));
  return (await later.take(limits.unreadMost)).filter(({ from }) => from !== mine.userId).length;
}
