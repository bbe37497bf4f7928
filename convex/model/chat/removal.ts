/**
 * Ends threads. The ending transaction deletes the thread and its two sides, so nobody can read its messages. They are deleted in batches.
 * A later thread of the same two people begins at position one.
 */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { type Side, sidesOf, threadOf } from "../rows/threads";
import { resetThreadPace } from "../push/push";

/** Ends the thread of a match for both. */
export async function endThread(ctx: MutationCtx, match: Id<"matches">): Promise<void> {
  for (const table of ["chatViews", "chatTypings", "chatSeen"] as readonly "chatViews"[]) {
    const rows = ctx.db.query(table).withIndex("by_match_and_userId", (q) => q.eq("match", match));
    for (const { _id } of await rows.take(2)) await ctx.db.delete(table, _id);
  }
  const [thread, sides] = await Promise.all([threadOf(ctx, match), sidesOf(ctx, match)]);
  if (thread === null) return;
  await ctx.db.delete("chatThreads", thread._id);
  for (const { _id } of sides) await ctx.db.delete("chatSides", _id);
  const sideKeys = sides.map(({ userId }) => ({ userId, match }));
  await ctx.scheduler.runAfter(0, internal.chat.removeWords, { thread: thread._id, sides: sideKeys });
}

/** Deletes the next batch of messages of an ended thread. The first batch also deletes its `sides`. */
export async function removeMessages(
  ctx: MutationCtx,
  thread: Id<"chatThreads">,
  sides: Pick<Side, "userId" | "match">[] = [],
): Promise<null> {
  for (const { userId, match } of sides) await resetThreadPace(ctx, userId, match);
  const messages = ctx.db.query("chatMessages").withIndex("by_thread_and_position", (q) => q.eq("thread", thread));
  const batch = await messages.take(MESSAGES_PER_BATCH);
  for (const { _id } of batch) await ctx.db.delete("chatMessages", _id);
  if (batch.length === MESSAGES_PER_BATCH) await ctx.scheduler.runAfter(0, internal.chat.removeWords, { thread });
  return null;
}

/** Ends every thread of a suspended user. Their matches stay. */
export async function removeThreads(ctx: MutationCtx, userId: Id<"users">): Promise<null> {
  const threads = ctx.db.query("chatSides").withIndex("by_userId_and_lastAt", (q) => q.eq("userId", userId));
  const batch = await threads.take(THREADS_PER_BATCH);
  for (const { match } of batch) await endThread(ctx, match);
  if (batch.length === THREADS_PER_BATCH) await ctx.scheduler.runAfter(0, internal.chat.removeThreads, { userId });
  return null;
}

/** Messages, and threads, per transaction: far below Convex's limits, and short enough not to block others. */
const MESSAGES_PER_BATCH = 500;
/** A thread takes up to fourteen of the 4,096 index ranges allowed. The first batch shares them with the reports that a suspension closes. */
const THREADS_PER_BATCH = 100;
