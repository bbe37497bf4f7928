/** Which staff are on duty: when each of their sessions was last in use. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { getOneFrom } from "convex-helpers/server/relationships";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";

/** Records that the calling session is in use. Writes rarely, because each write reruns every open staff list. */
export async function recordSeen(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const sessionId = ctx.db.normalizeId("authSessions", (await getAuthSessionId(ctx)) ?? "");
  if (sessionId === null) return;
  const row = await presenceOf(ctx, sessionId);
  const seenAt = Date.now();
  if (row === null) await ctx.db.insert("staffPresence", { sessionId, userId, seenAt });
  else if (row.seenAt <= seenAt - limits.staffSeenMs) await ctx.db.patch("staffPresence", row._id, { seenAt });
}

export async function lastSeen(ctx: QueryCtx, userId: Id<"users">): Promise<number | null> {
  const rows = ctx.db.query("staffPresence").withIndex("by_userId", (q) => q.eq("userId", userId));
  const times = (await rows.take(limits.staffSessionsMax)).map(({ seenAt }) => seenAt);
  return times.length === 0 ? null : Math.max(...times);
}

export async function seenIn(ctx: QueryCtx, sessionId: Id<"authSessions">): Promise<number | null> {
  return (await presenceOf(ctx, sessionId))?.seenAt ?? null;
}

export async function deletePresence(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  const row = await presenceOf(ctx, sessionId);
  if (row !== null) await ctx.db.delete("staffPresence", row._id);
}

async function presenceOf(ctx: QueryCtx, sessionId: Id<"authSessions">) {
  return await getOneFrom(ctx.db, "staffPresence", "by_sessionId", sessionId);
}
