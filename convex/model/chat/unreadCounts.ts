/** Clears the unread counts of a hidden user's threads, because their readers cannot open them. */
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { sidesOf } from "../rows/threads";

/** Removes a hidden user's messages from the unread counts of others. Schedules the next batch if there are more threads. */
export async function clearOthersUnread(ctx: MutationCtx, userId: Id<"users">, cursor: string | null = null) {
  const threads = ctx.db.query("chatSides").withIndex("by_userId_and_lastAt", (q) => q.eq("userId", userId));
  const batch = await threads.paginate({ numItems: THREADS_PER_BATCH, cursor });
  for (const { match } of batch.page) {
    for (const side of await sidesOf(ctx, match)) {
      if (side.userId !== userId && side.unread > 0) await ctx.db.patch("chatSides", side._id, { unread: 0 });
    }
  }
  if (batch.isDone) return;
  await ctx.scheduler.runAfter(0, internal.chat.clearOthersUnread, { userId, cursor: batch.continueCursor });
}

/** Threads per transaction. */
const THREADS_PER_BATCH = 300;
