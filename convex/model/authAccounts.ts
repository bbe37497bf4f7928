/** Accounts and sessions. An account is found by its kind of sign-in and its normalised address, never by a user's id. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { limits } from "../shared/limits";
import { codeFor, forgiveGuesses, spendGuess } from "./authGuesses";
import { hashAddress } from "./authSecrets";
import { forgive, spend, spendOverall } from "./throttle";

/** Attendees and moderators sign in by different doors; the same address may stand behind each. */
export type Door = "password" | "moderator";
export type Account = { account: Doc<"authAccounts">; user: Doc<"users"> };
export type LookUp =
  { kind: "found"; userId: Id<"users">; secret: string } | { kind: "unknown" } | { kind: "wait"; retryAfter: number };

/** The account behind a door at a normalised address, with its person. */
export async function findAccount(ctx: QueryCtx, door: Door, email: string): Promise<Account | null> {
  const account = await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) => q.eq("provider", door).eq("providerAccountId", email))
    .unique();
  const user = account && (await ctx.db.get("users", account.userId));
  return account && user && { account, user };
}

/** Counts a try at a password and hands out what to check it against. The check itself is slow and not for a mutation. */
export async function lookUp(ctx: MutationCtx, door: Door, email: string): Promise<LookUp> {
  const [found, address] = [await findAccount(ctx, door, email), await hashAddress(email)];
  const own =
    door === "moderator"
      ? await spend(ctx, "guessModerator", address)
      : await spendGuess(ctx, address, found !== null || (await codeFor(ctx, email)) !== null);
  const excused = own !== null && found !== null && (await isExcused(ctx, found.user, address));
  const wait = (excused ? null : own) ?? (await spendOverall(ctx, budgetOf(door, found)));
  if (wait !== null) return { kind: "wait", retryAfter: wait };
  const secret = found?.account.secret;
  return found && secret ? { kind: "found", userId: found.user._id, secret } : { kind: "unknown" };
}

/** Gives the owner of a password just set by a mailed link their way in, whoever goes on guessing meanwhile. */
export async function excuse(ctx: MutationCtx, { _id, email }: Doc<"users">): Promise<void> {
  await ctx.db.patch("users", _id, { resetAt: Date.now() });
  await forgiveAt(ctx, "password", email);
  await forgive(ctx, "guessNew", await hashAddress(email));
}

/** The right password was given: the guesses at it are forgotten, and what a reset excused ends. */
export async function endGuesses(ctx: MutationCtx, door: Door, { _id, email, resetAt }: Doc<"users">): Promise<void> {
  await forgiveAt(ctx, door, email);
  if (resetAt !== undefined) await ctx.db.patch("users", _id, { resetAt: undefined });
}

/** Forgets the guesses at the password behind a door, once it was given or set anew. */
async function forgiveAt(ctx: MutationCtx, door: Door, email: string): Promise<void> {
  const address = await hashAddress(email);
  if (door === "moderator") await forgive(ctx, "guessModerator", address);
  else await forgiveGuesses(ctx, address);
}

/** A rejected person may come back under the same address, a few times. */
export function maySignUpAgain(user: Doc<"users">): boolean {
  return user.status === "rejected" && user.rejections <= limits.signUpsAfterRejection;
}

/** Makes the account of an address that has just been proved, or opens that of a rejected person afresh. */
export async function makeAccount(ctx: MutationCtx, email: string, secret: string): Promise<boolean> {
  const existing = await findAccount(ctx, "password", email);
  if (existing === null) {
    const known = await takeRefusals(ctx, email);
    const userId = await ctx.db.insert("users", { kind: "user", email, status: "none", ...known });
    await insertAccount(ctx, "password", userId, email, secret);
    return true;
  }
  if (!maySignUpAgain(existing.user)) return false;
  await ctx.db.patch("users", existing.user._id, { status: "none", rejectionReason: undefined, resetAt: undefined });
  await changePassword(ctx, existing, secret);
  return true;
}

/** Makes a moderator, or gives an existing one another password; whoever guessed at it keeps them out no longer. */
export async function keepModerator(ctx: MutationCtx, email: string, secret: string): Promise<void> {
  await forgiveAt(ctx, "moderator", email);
  const existing = await findAccount(ctx, "moderator", email);
  if (existing !== null && existing.account.secret === secret) return;
  if (existing !== null) return await changePassword(ctx, existing, secret);
  const userId = await ctx.db.insert("users", { kind: "moderator", email, status: "none", rejections: 0 });
  await insertAccount(ctx, "moderator", userId, email, secret);
}

/** Remembers what deleting an account must not undo: how often its address was rejected, and that reports hid it. */
export async function keepRefusals(ctx: MutationCtx, user: Doc<"users">): Promise<void> {
  const { email, rejections, status, reportedBefore } = user;
  const reported = status === "hidden" || reportedBefore === true;
  if (rejections === 0 && !reported) return;
  const address = await hashAddress(email);
  await ctx.db.insert("refusals", { address, rejections, ...(reported && { reportedBefore: true }) });
}

/** Ends every session of somebody at once: the guard looks for the session's row. */
export async function endSessions(ctx: MutationCtx, userId: Id<"users">, keep = 0): Promise<void> {
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .order("desc")
    .take(2 * limits.sessionsEach);
  for (const session of sessions.slice(keep)) await endSession(ctx, session._id);
}

/** Ends the session of whoever calls, if they have one. */
export async function endOwnSession(ctx: MutationCtx): Promise<void> {
  const sessionId = ctx.db.normalizeId("authSessions", (await getAuthSessionId(ctx)) ?? "");
  if (sessionId !== null && (await ctx.db.get("authSessions", sessionId)) !== null) await endSession(ctx, sessionId);
}

/**
 * Ends one session. No token is worth anything without its row. How many refresh tokens there are is up to whoever had the
 * session, and no number of them may keep anybody from ending it: so a few go with it, and what is left goes afterwards.
 */
export async function endSession(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  await ctx.db.delete("authSessions", sessionId);
  await forgive(ctx, "refresh", sessionId);
  await dropTokens(ctx, sessionId, TOKENS_AT_ONCE);
}

/** Drops refresh tokens of a session that has ended. The next batch is scheduled while something is left. */
export async function dropTokens(ctx: MutationCtx, sessionId: Id<"authSessions">, most = BATCH): Promise<void> {
  const theirs = ctx.db.query("authRefreshTokens").withIndex("sessionId", (q) => q.eq("sessionId", sessionId));
  const tokens = await theirs.take(most);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  if (tokens.length === most) await ctx.scheduler.runAfter(0, internal.authSessions.dropTokens, { sessionId });
}

/** Sets a password. Whoever is signed in with the old one no longer is. */
export async function changePassword(ctx: MutationCtx, { account, user }: Account, secret: string): Promise<void> {
  await ctx.db.patch("authAccounts", account._id, { secret });
  await endSessions(ctx, user._id);
}

/** Refresh tokens deleted with their session: few, for dozens of sessions may end in one transaction with much else. */
const TOKENS_AT_ONCE = 10;
const BATCH = 200;

/**
 * Which of the budgets of everybody together a sign-in counts on, so that no flood at made-up addresses uses up that of people.
 * Once it has, the answer tells who has an account, as asking for a code does at any time. Who is a moderator nothing tells:
 * their door has one budget, whoever it knows.
 */
function budgetOf(door: Door, found: Account | null): "signIn" | "signInAtNothing" | "signInModerator" {
  if (door === "moderator") return "signInModerator";
  return found === null ? "signInAtNothing" : "signIn";
}

async function isExcused(ctx: MutationCtx, { resetAt }: Doc<"users">, address: string): Promise<boolean> {
  if (resetAt === undefined || resetAt + limits.resetGrace <= Date.now()) return false;
  return (await spend(ctx, "guessNew", address)) === null;
}

async function takeRefusals(
  ctx: MutationCtx,
  email: string,
): Promise<Pick<Doc<"refusals">, "rejections" | "reportedBefore">> {
  const address = await hashAddress(email);
  const row = await ctx.db
    .query("refusals")
    .withIndex("by_address", (q) => q.eq("address", address))
    .unique();
  if (row === null) return { rejections: 0 };
  await ctx.db.delete("refusals", row._id);
  const { rejections, reportedBefore } = row;
  return { rejections, ...(reportedBefore && { reportedBefore }) };
}

async function insertAccount(ctx: MutationCtx, provider: Door, userId: Id<"users">, email: string, secret: string) {
  await ctx.db.insert("authAccounts", { userId, provider, providerAccountId: email, secret, emailVerified: email });
}
