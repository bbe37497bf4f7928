/** Sessions and their refresh tokens: exchanging a token, evicting a session, and deleting expired rows. */
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import { signOutToken } from "../../shared/signOutToken";
import type { secretCheck } from "../../validators/auth";
import { endSession } from "./accounts";
import { recordIncident } from "../incidents";
import { recordActive } from "../numbers/numbers";
import { deleteRows } from "../rows/writing";
import { spend } from "../throttle/limits";
import { seenIn } from "./presence";
import { HOUR } from "../../shared/durations";

export type ExpiringTable = (typeof expiringTables)[number];

/** Tables whose rows expire. Each has its own deletion job, so one failing does not stop the others. */
export const expiringTables = [
  "codes",
  "resets",
  "invitations",
  "codeMails",
  "authSessions",
  "authRefreshTokens",
] as const;

/**
 * Checks a refresh token before Convex Auth (0.0.95) exchanges it. So the library gets only valid pairs of token and session. For an
 * invalid token it would delete the document named by the token's second half, in any table. It would also delete all tokens of that
 * session in one transaction. A token reused after its successor was used is a stolen copy. The library would invalidate every token
 * derived from it, one by one, in the same transaction. Here the session ends instead.
 */
export async function checkRefresh(ctx: MutationCtx, refreshToken: string): Promise<Infer<typeof secretCheck>> {
  const [tokenPart = "", sessionPart = "", ...rest] = refreshToken.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", tokenPart);
  const sessionId = ctx.db.normalizeId("authSessions", sessionPart);
  if (tokenId === null || sessionId === null || rest.length > 0) return { kind: "wrong" };
  const [token, session] = await Promise.all([
    ctx.db.get("authRefreshTokens", tokenId),
    ctx.db.get("authSessions", sessionId),
  ]);
  if (token === null || session === null || token.sessionId !== sessionId) return { kind: "wrong" };
  if (Math.min(token.expirationTime, session.expirationTime) < Date.now()) return { kind: "wrong" };
  if (await isStolenCopy(ctx, token)) {
    await endSession(ctx, sessionId);
    await recordIncident(ctx, "tokenCopied", { about: session.userId });
    return { kind: "wrong" };
  }
  const wait = await spend(ctx, "refresh", sessionId);
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  await recordActive(ctx, session.userId);
  return { kind: "right" };
}

/**
 * Ends the session of a sign-out token, which is made from any of the session's latest refresh tokens. For any other token it does nothing
 * and returns the same. A stranger's call costs one read: only the phone knows its session's id.
 */
export async function endByToken(ctx: MutationCtx, token: string): Promise<void> {
  const sessionId = ctx.db.normalizeId("authSessions", token.split("|")[0] ?? "");
  if (sessionId === null || (await ctx.db.get("authSessions", sessionId)) === null) return;
  const tokens = ctx.db.query("authRefreshTokens").withIndex("sessionId", (q) => q.eq("sessionId", sessionId));
  for (const { _id } of await tokens.order("desc").take(TOKENS_CHECKED)) {
    if ((await signOutToken(`${_id}|${sessionId}`)) === token) return await endSession(ctx, sessionId);
  }
}

/** True if a row of a table has expired. */
export async function hasExpired(ctx: QueryCtx, table: ExpiringTable): Promise<boolean> {
  return (await expired[table](ctx, Date.now()).first()) !== null;
}

/** Deletes expired rows of a table, and schedules the next batch while there are more. */
export async function deleteExpired(ctx: MutationCtx, table: ExpiringTable): Promise<void> {
  const now = Date.now();
  const count =
    table === "authSessions"
      ? await endExpiredSessions(ctx, now)
      : await deleteRows(ctx, table, expired[table](ctx, now), BATCH);
  if (count === BATCH) await ctx.scheduler.runAfter(0, internal.auth.deleteExpired, { what: table });
}

/**
 * Ends a staff member's sessions until there is room for one more: the longest unused first. Staff may share one address, so a session in
 * use ends only if there are very many. Attendees differ: their new sign-in ends the oldest session.
 */
export async function makeRoom(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(limits.staffSessionsMax);
  const surplus = sessions.length - (limits.sessionsEach - 1);
  if (surplus <= 0) return;
  const used = await Promise.all(sessions.map(async (session) => ({ session, at: await lastUse(ctx, session) })));
  const oldest = used.toSorted((a, b) => a.at - b.at);
  const idle = oldest.filter(({ at }) => at < Date.now() - limits.staffIdleMs).length;
  const endCount = Math.max(Math.min(surplus, idle), sessions.length - (limits.staffSessionsMax - 1));
  for (const { session } of oldest.slice(0, endCount)) await endSession(ctx, session._id);
}

/** Rows per transaction. Ending a session also deletes a few of its tokens. */
const BATCH = 100;
/** Refresh tokens read per session, newest first. A session gets one a day, for thirty days. */
const TOKENS_CHECKED = 50;
/** The library's value (ms). A token may be reused this long after its first use, because several tabs may send it at the same time. */
const REUSE_WINDOW = 10_000;

const expired = {
  codes: ({ db }: QueryCtx, now: number) => {
    const cutoff = now - (limits.signUpLinkLifetime - limits.codeLifetime);
    return db.query("codes").withIndex("by_expiresAt", (q) => q.lt("expiresAt", cutoff));
  },
  resets: ({ db }: QueryCtx, now: number) =>
    db.query("resets").withIndex("by_expiresAt", (q) => q.lt("expiresAt", now)),
  invitations: ({ db }: QueryCtx, now: number) => {
    const cutoff = now - limits.invitationListedMs;
    return db.query("invitations").withIndex("by_expiresAt", (q) => q.lt("expiresAt", cutoff));
  },
  codeMails: ({ db }: QueryCtx, now: number) =>
    db.query("codeMails").withIndex("by_lastAt", (q) => q.lt("lastAt", now - HOUR)),
  authSessions: ({ db }: QueryCtx, now: number) =>
    db.query("authSessions").withIndex("by_expirationTime", (q) => q.lt("expirationTime", now)),
  authRefreshTokens: ({ db }: QueryCtx, now: number) =>
    db.query("authRefreshTokens").withIndex("by_expirationTime", (q) => q.lt("expirationTime", now)),
};

async function endExpiredSessions(ctx: MutationCtx, now: number): Promise<number> {
  const rows = await expired.authSessions(ctx, now).take(BATCH);
  for (const { _id } of rows) await endSession(ctx, _id);
  return rows.length;
}

/** True if a token was first used longer ago than the reuse window, and its successor was used too. */
async function isStolenCopy(
  ctx: QueryCtx,
  { _id, sessionId, firstUsedTime }: Doc<"authRefreshTokens">,
): Promise<boolean> {
  if (firstUsedTime === undefined || firstUsedTime + REUSE_WINDOW > Date.now()) return false;
  return (await newestToken(ctx, sessionId))?.parentRefreshTokenId !== _id;
}

/** Returns when a session was last in use: when it began, got a new token, or was recorded as in use. */
async function lastUse(ctx: QueryCtx, { _id, _creationTime }: Doc<"authSessions">): Promise<number> {
  const token = await newestToken(ctx, _id);
  return Math.max(_creationTime, token?._creationTime ?? 0, (await seenIn(ctx, _id)) ?? 0);
}

async function newestToken(ctx: QueryCtx, sessionId: Id<"authSessions">): Promise<Doc<"authRefreshTokens"> | null> {
  const tokens = ctx.db.query("authRefreshTokens").withIndex("sessionId", (q) => q.eq("sessionId", sessionId));
  return await tokens.order("desc").first();
}
