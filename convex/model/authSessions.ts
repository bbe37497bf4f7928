/** Tokens of sessions: what may be exchanged for what, and what is swept away. */
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { endSession } from "./authAccounts";
import { forgetOld, spend } from "./throttle";

/** Refusals come back as values: throwing would take the counter back. */
export type RefreshVerdict = { kind: "right" } | { kind: "wrong" } | { kind: "wait"; retryAfter: number };
export type Swept = (typeof swept)[number];

/** What runs out. Each kind is swept by a job of its own: one that fails keeps no other from its turn. */
export const swept = ["codes", "resets", "mailings", "sessions", "tokens", "counters"] as const;

/**
 * Judges a refresh token. Convex Auth 0.0.95 is only ever asked about true pairs of a token and a session that both live:
 * for others it deletes whatever document the second half names, in any table, and all tokens of a session at once. A token
 * that comes back after others came of it is somebody's copy. The library would mark those one by one; the session ends instead.
 */
export async function judgeRefresh(ctx: MutationCtx, refreshToken: string): Promise<RefreshVerdict> {
  const [first = "", second = "", ...more] = refreshToken.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", first);
  const sessionId = ctx.db.normalizeId("authSessions", second);
  if (tokenId === null || sessionId === null || more.length > 0) return { kind: "wrong" };
  const [token, session] = [
    await ctx.db.get("authRefreshTokens", tokenId),
    await ctx.db.get("authSessions", sessionId),
  ];
  if (token === null || session === null || token.sessionId !== sessionId) return { kind: "wrong" };
  if (Math.min(token.expirationTime, session.expirationTime) < Date.now()) return { kind: "wrong" };
  if (await isCopied(ctx, token)) {
    await endSession(ctx, sessionId);
    return { kind: "wrong" };
  }
  const wait = await spend(ctx, "refresh", sessionId);
  return wait === null ? { kind: "right" } : { kind: "wait", retryAfter: wait };
}

/** Sweeps what has run out of one kind. The next batch is scheduled while something is left. */
export async function purgeExpired(ctx: MutationCtx, what: Swept): Promise<void> {
  if (what === "counters") return await forgetOld(ctx);
  const count = await purgers[what](ctx, Date.now());
  if (count === BATCH) await ctx.scheduler.runAfter(0, internal.authSessions.purge, { what });
}

/** Rows in one transaction; each session with a few of its tokens. */
const BATCH = 100;
/** The library's: so long after its first use a token is given another for, as several tabs may come with it at once. */
const REUSE_WINDOW = 10_000;

const purgers = {
  codes: async (ctx: MutationCtx, now: number) => {
    const codes = ctx.db.query("codes").withIndex("by_expiresAt", (q) => q.lt("expiresAt", now));
    return await dropped(ctx, "codes", codes);
  },
  resets: async (ctx: MutationCtx, now: number) => {
    const resets = ctx.db.query("resets").withIndex("by_expiresAt", (q) => q.lt("expiresAt", now));
    return await dropped(ctx, "resets", resets);
  },
  mailings: async (ctx: MutationCtx, now: number) => {
    const mailings = ctx.db.query("mailings").withIndex("by_lastAt", (q) => q.lt("lastAt", now - 3_600_000));
    return await dropped(ctx, "mailings", mailings);
  },
  sessions: async (ctx: MutationCtx, now: number) => {
    const sessions = ctx.db.query("authSessions").withIndex("by_expirationTime", (q) => q.lt("expirationTime", now));
    const rows = await sessions.take(BATCH);
    for (const { _id } of rows) await endSession(ctx, _id);
    return rows.length;
  },
  tokens: async (ctx: MutationCtx, now: number) => {
    const tokens = ctx.db.query("authRefreshTokens").withIndex("by_expirationTime", (q) => q.lt("expirationTime", now));
    return await dropped(ctx, "authRefreshTokens", tokens);
  },
};

async function dropped<T extends "codes" | "resets" | "mailings" | "authRefreshTokens">(
  ctx: MutationCtx,
  table: T,
  query: { take(n: number): Promise<Doc<T>[]> },
): Promise<number> {
  const rows = await query.take(BATCH);
  for (const { _id } of rows) await ctx.db.delete(table, _id);
  return rows.length;
}

/** Used, longer ago than tabs take, and what came of it was used in turn. */
async function isCopied(ctx: QueryCtx, { _id, sessionId, firstUsedTime }: Doc<"authRefreshTokens">): Promise<boolean> {
  if (firstUsedTime === undefined || firstUsedTime + REUSE_WINDOW > Date.now()) return false;
  const newest = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", sessionId))
    .order("desc")
    .first();
  return newest?.parentRefreshTokenId !== _id;
}
