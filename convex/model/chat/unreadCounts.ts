/** Clears the unread counts of a hidden user's threads, because their readers cannot open them. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { sidesOf } from "../rows/threads";

/** Removes a hidden user's messages from the unread counts of others. Schedules the next batch if there are more threads. */
export async function clearOthersUnread(ctx: MutationCtx, userId: Id<"users">, before = Infinity): Promise<null> {
  const threads = ctx.db
    .query("chatSides")
    .withIndex("by_userId_and_lastAt", (q) => q.eq("userId", userId).lt("lastAt", before));
  const batch = await threads.order("desc").take(THREADS_PER_BATCH);
  for (const { match } of batch) {
    for (const side of await sidesOf(ctx, match)) {
      if (side.userId !== userId && side.unread > 0) await ctx.db.patch("chatSides", side._id, { unread: 0 });
    }
  }
  const last = batch.at(-1);
  if (last !== undefined && batch.length === THREADS_PER_BATCH) {
    await ctx.scheduler.runAfter(0, internal.chat.clearOthersUnread, { userId, before: last.lastAt });
  }
  return null;
}

/** Threads per transaction. */
const THREADS_PER_BATCH = 300;
