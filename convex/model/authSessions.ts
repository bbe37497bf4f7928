/** Tokens of sessions: what may be exchanged for what, and what is swept away. */
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { endSession } from "./authAccounts";
import { forgetOld } from "./throttle";

/**
 * Whether a refresh token names a token and a session that belong together. Convex Auth 0.0.95 deletes, on a refresh
 * that fails, whatever document the second half names, in any table; so it is only ever asked about true pairs.
 */
export async function isRefreshToken(ctx: QueryCtx, refreshToken: string): Promise<boolean> {
  const [first = "", second = "", ...more] = refreshToken.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", first);
  const sessionId = ctx.db.normalizeId("authSessions", second);
  if (tokenId === null || sessionId === null || more.length > 0) return false;
  const token = await ctx.db.get("authRefreshTokens", tokenId);
  return token !== null && token.sessionId === sessionId;
}

/** Sweeps what has run out: codes, reset links, sessions, refresh tokens, counters. A few hundred at a time. */
export async function purgeExpired(ctx: MutationCtx): Promise<void> {
  const now = Date.now();
  const codes = ctx.db.query("codes").withIndex("by_expiresAt", (q) => q.lt("expiresAt", now));
  for (const row of await codes.take(BATCH)) await ctx.db.delete("codes", row._id);
  const resets = ctx.db.query("resets").withIndex("by_expiresAt", (q) => q.lt("expiresAt", now));
  for (const row of await resets.take(BATCH)) await ctx.db.delete("resets", row._id);
  const mailings = ctx.db.query("mailings").withIndex("by_lastAt", (q) => q.lt("lastAt", now - 3_600_000));
  for (const row of await mailings.take(BATCH)) await ctx.db.delete("mailings", row._id);
  const sessions = ctx.db.query("authSessions").withIndex("by_expirationTime", (q) => q.lt("expirationTime", now));
  for (const row of await sessions.take(BATCH)) await endSession(ctx, row._id);
  const tokens = ctx.db.query("authRefreshTokens").withIndex("by_expirationTime", (q) => q.lt("expirationTime", now));
  for (const row of await tokens.take(BATCH)) await ctx.db.delete("authRefreshTokens", row._id);
  await forgetOld(ctx);
}

const BATCH = 200;
