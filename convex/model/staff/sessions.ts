/**
 * How many devices a member of staff may be signed in on. For attendees, a new sign-in ends the oldest session. Staff may share one
 * address, so a new sign-in must not end a session at work.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { endSession } from "../auth/accounts";
import { seenIn } from "../auth/presence";

/**
 * Ends a staff member's sessions until there is room for one more: the longest unused first. Ends sessions in use only if there are very
 * many.
 */
export async function makeRoom(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(limits.staffSessionsMost);
  const surplus = sessions.length - (limits.sessionsEach - 1);
  if (surplus <= 0) return;
  const used = await Promise.all(sessions.map(async (session) => ({ session, at: await lastUse(ctx, session) })));
  const oldest = used.toSorted((a, b) => a.at - b.at);
  const idle = oldest.filter(({ at }) => at < Date.now() - limits.staffIdleMs).length;
  const most = Math.max(Math.min(surplus, idle), sessions.length - (limits.staffSessionsMost - 1));
  for (const { session } of oldest.slice(0, most)) await endSession(ctx, session._id);
}

/** Returns when a session was last in use: when it began, got a new token, or did something. */
async function lastUse(ctx: QueryCtx, { _id, _creationTime }: Doc<"authSessions">): Promise<number> {
  const token = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", _id))
    .order("desc")
    .first();
  return Math.max(_creationTime, token?._creationTime ?? 0, (await seenIn(ctx, _id)) ?? 0);
}
