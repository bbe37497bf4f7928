/** Who has a thread open, and who types in it. None of it is kept, and nothing is written while nobody looks. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { failTooMany } from "../../shared/errors";
import { limits } from "../../shared/limits";
import { talkOf } from "../rows/threads";
import { markMatches } from "../news/unseen";
import { spend } from "../throttle/limits";

/** Notes that somebody has a thread open for a while, or no more. A match whose thread one opens is not new in the list any more. */
export async function keepOpen(ctx: MutationCtx, me: Doc<"profiles">, matchId: string, open: boolean): Promise<null> {
  const { match } = await talkOf(ctx, me, matchId);
  const view = await viewOf(ctx, match._id, me.userId);
  if (!open) {
    if (view) await ctx.db.delete("chatViews", view._id);
    return null;
  }
  const until = Date.now() + limits.threadOpenMs;
  if (view === null) {
    await spendOrFail(ctx, "look", me);
    await ctx.db.insert("chatViews", { match: match._id, userId: me.userId, until });
    await markMatches(ctx, me.userId, [match._id], "listed");
  } else if (until - view.until >= OFTEN) await ctx.db.patch("chatViews", view._id, { until });
  return null;
}

/** Tells the other that somebody types, if the other looks and was not told just now. */
export async function noteTyping(ctx: MutationCtx, me: Doc<"profiles">, matchId: string): Promise<null> {
  const { match, other } = await talkOf(ctx, me, matchId);
  const [view, now] = [await viewOf(ctx, match._id, other), Date.now()];
  if (view === null || view.until < now) return null;
  // A screen that says it in time is not refused for a few milliseconds.
  if (now - (view.typedAt ?? 0) < limits.typingPauseMs - OFTEN) return null;
  await spendOrFail(ctx, "typing", me);
  await ctx.db.patch("chatViews", view._id, { typedAt: now });
  return null;
}

/** When the other last typed while somebody had the thread open; zero: not yet. */
export async function typedAt(ctx: QueryCtx, me: Doc<"profiles">, matchId: string): Promise<number> {
  const { match } = await talkOf(ctx, me, matchId);
  return (await viewOf(ctx, match._id, me.userId))?.typedAt ?? 0;
}

/** Whether somebody has a thread open now. */
export async function hasOpen(ctx: MutationCtx, match: Id<"matches">, userId: Id<"users">): Promise<boolean> {
  const view = await viewOf(ctx, match, userId);
  return view !== null && view.until >= Date.now();
}

/** Milliseconds. What comes sooner writes nothing. */
const OFTEN = 1_000;

/** Only what is written counts: a call that changes nothing is as cheap as a query. */
async function spendOrFail(ctx: MutationCtx, name: "look" | "typing", { userId }: Doc<"profiles">): Promise<void> {
  const wait = await spend(ctx, name, userId);
  if (wait !== null) failTooMany(wait);
}

async function viewOf(ctx: QueryCtx, match: Id<"matches">, userId: Id<"users">) {
  return await ctx.db
    .query("chatViews")
    .withIndex("by_match_and_userId", (q) => q.eq("match", match).eq("userId", userId))
    .unique();
}
