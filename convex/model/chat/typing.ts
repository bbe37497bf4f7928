/** Who has a thread open, and who is typing in it. Typing is written only while the other person has the thread open. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { liveMatchOf } from "../rows/threads";
import { markMatches } from "../news/unseen";
import { spendOrFail } from "../throttle/limits";

/** Records that the caller has a thread open for a while, or has closed it. Opening a thread clears its "new" mark in the list. */
export async function recordOpen(ctx: MutationCtx, me: Doc<"users">, matchId: string, open: boolean): Promise<null> {
  const { match, other } = await liveMatchOf(ctx, me._id, matchId);
  const view = await viewOf(ctx, match, me._id);
  if (!open) {
    const typing = await typingOf(ctx, match, other);
    if (view) await ctx.db.delete("chatViews", view._id);
    if (typing) await ctx.db.delete("chatTypings", typing._id);
    return null;
  }
  const until = Date.now() + limits.threadOpenMs;
  if (view === null) {
    await spendOrFail(ctx, "openThread", me._id);
    await ctx.db.insert("chatViews", { match, userId: me._id, until });
    await markMatches(ctx, me._id, [match], "listed");
  } else if (until - view.until >= MIN_INTERVAL_MS) await ctx.db.patch("chatViews", view._id, { until });
  return null;
}

/** Records that the caller is typing, if the other person has the thread open and the last record is not recent. */
export async function recordTyping(ctx: MutationCtx, me: Doc<"users">, matchId: string): Promise<null> {
  const { match, other } = await liveMatchOf(ctx, me._id, matchId);
  const [view, typing] = await Promise.all([viewOf(ctx, match, other), typingOf(ctx, match, me._id)]);
  const now = Date.now();
  if (view === null || view.until < now) return null;
  // Allows a second less, so that a client that calls on time is not ignored.
  if (now - (typing?.at ?? 0) < limits.typingPauseMs - MIN_INTERVAL_MS) return null;
  // Only a call that writes counts. Any other is as cheap as a query.
  await spendOrFail(ctx, "typing", me._id);
  if (typing) await ctx.db.patch("chatTypings", typing._id, { at: now });
  else await ctx.db.insert("chatTypings", { match, userId: me._id, at: now });
  return null;
}

/** Returns when the other person last typed while the caller had the thread open. Zero: not yet. */
export async function typedAt(ctx: QueryCtx, me: Doc<"users">, matchId: string): Promise<number> {
  const { match, other } = await liveMatchOf(ctx, me._id, matchId);
  return (await typingOf(ctx, match, other))?.at ?? 0;
}

/** True if a user has the thread open now. */
export async function hasThreadOpen(ctx: MutationCtx, match: Id<"matches">, userId: Id<"users">): Promise<boolean> {
  const view = await viewOf(ctx, match, userId);
  return view !== null && view.until >= Date.now();
}

/** Milliseconds. A sooner call writes nothing. */
const MIN_INTERVAL_MS = 1_000;

async function viewOf(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">) {
  return await ctx.db
    .query("chatViews")
    .withIndex("by_match_and_userId", (q) => q.eq("match", match).eq("userId", userId))
    .unique();
}

async function typingOf(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">) {
  return await ctx.db
    .query("chatTypings")
    .withIndex("by_match_and_userId", (q) => q.eq("match", match).eq("userId", userId))
    .unique();
}
