/** Accounts and sessions. An account is looked up by its sign-in provider and its mailbox, never by a user's id. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import type { Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { limits } from "../../shared/limits";
import type { signInProvider } from "../../validators/auth";
import { resetGuesses } from "./guesses";
import { mailboxOf } from "../../shared/mailbox";
import { hashAddress } from "./secrets";
import { recordIncident } from "../incidents";
import { deleteRows } from "../rows/writing";
import { unsubscribe } from "../subscriptions/subscriptions";
import { deletePresence } from "./presence";
import { resetLimit } from "../throttle/limits";

/** Attendees and staff (`moderator`) sign in separately. One address may have an account of each kind. */
export type SignInProvider = Infer<typeof signInProvider>;
export type Account = { account: Doc<"authAccounts">; user: Doc<"users"> };

/** Returns the account of a provider and the mailbox behind a normalised address, with its user. Any spelling of the address finds it. */
export async function findAccount(ctx: QueryCtx, provider: SignInProvider, email: string): Promise<Account | null> {
  const account = await ctx.db
    .query("authAccounts")
    .withIndex("providerAndAccountId", (q) => q.eq("provider", provider).eq("providerAccountId", mailboxOf(email)))
    .unique();
  const user = account && (await ctx.db.get("users", account.userId));
  return account && user && { account, user };
}

/** Starts the grace period after a reset, in which other people's guesses cannot keep the owner from signing in. */
export async function startResetGrace(ctx: MutationCtx, { _id, email }: Doc<"users">): Promise<void> {
  await ctx.db.patch("users", _id, { resetAt: Date.now() });
  await resetGuessesAt(ctx, "password", email);
  await resetLimit(ctx, "signIn", _id);
  await resetLimit(ctx, "guessAfterReset", await hashAddress(email));
}

/** Resets the guesses at an account, after a correct password or a password change. */
export async function resetGuessesAt(ctx: MutationCtx, provider: SignInProvider, email: string): Promise<void> {
  const address = await hashAddress(email);
  if (provider === "moderator") await resetLimit(ctx, "guessModerator", address);
  else await resetGuesses(ctx, address);
}

/** True if a rejected person may sign up again with the same mailbox. */
export function maySignUpAgain(user: Doc<"users">): boolean {
  return user.status === "rejected" && user.rejections <= limits.signUpsAfterRejection;
}

/** True if a mailbox may not sign up, because one of its deleted accounts was suspended or rejected too often. */
export async function isBanned(ctx: QueryCtx, email: string): Promise<boolean> {
  const formers = await formerAccountsOf(ctx, email);
  const rejections = formers.reduce((sum, former) => sum + former.rejections, 0);
  return formers.some(({ banned }) => banned) || rejections > limits.signUpsAfterRejection;
}

/** Returns the records of a mailbox's deleted accounts, newest first. */
export async function formerAccountsOf(ctx: QueryCtx, email: string): Promise<Doc<"formerAccounts">[]> {
  const address = await hashAddress(email);
  return await ctx.db
    .query("formerAccounts")
    .withIndex("by_address", (q) => q.eq("address", address))
    .order("desc")
    .take(MAX_FORMER_ACCOUNTS);
}

/** Ends a user's sessions at once, except the newest `keep`. The guards check that the session's row exists. */
export async function endSessions(ctx: MutationCtx, userId: Id<"users">, keep = 0): Promise<void> {
  const sessions = await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .order("desc")
    .take(limits.staffSessionsMax);
  for (const session of sessions.slice(keep)) await endSession(ctx, session._id);
  if (keep === 0 && sessions.length > 0) await recordIncident(ctx, "sessionsEnded", { about: userId });
}

export async function endOwnSession(ctx: MutationCtx): Promise<void> {
  const sessionId = ctx.db.normalizeId("authSessions", (await getAuthSessionId(ctx)) ?? "");
  if (sessionId !== null && (await ctx.db.get("authSessions", sessionId)) !== null) await endSession(ctx, sessionId);
}

/**
 * Ends one session and its notifications. Without its row no token is valid. Clients decide how many refresh tokens a session has, so
 * deleting them all could make this transaction too large. A few are deleted here, the rest in later batches.
 */
export async function endSession(ctx: MutationCtx, sessionId: Id<"authSessions">): Promise<void> {
  await ctx.db.delete("authSessions", sessionId);
  await unsubscribe(ctx, sessionId);
  await deletePresence(ctx, sessionId);
  await resetLimit(ctx, "refresh", sessionId);
  await deleteTokens(ctx, sessionId, TOKENS_WITH_SESSION);
}

/** Deletes refresh tokens of an ended session, and schedules the next batch while there are more. */
export async function deleteTokens(ctx: MutationCtx, sessionId: Id<"authSessions">, limit = BATCH): Promise<void> {
  const tokens = ctx.db.query("authRefreshTokens").withIndex("sessionId", (q) => q.eq("sessionId", sessionId));
  const deleted = await deleteRows(ctx, "authRefreshTokens", tokens, limit);
  if (deleted === limit) await ctx.scheduler.runAfter(0, internal.auth.deleteTokens, { sessionId });
}

export async function insertAccount(
  ctx: MutationCtx,
  provider: SignInProvider,
  userId: Id<"users">,
  email: string,
  secret: string,
): Promise<void> {
  const providerAccountId = mailboxOf(email);
  await ctx.db.insert("authAccounts", { userId, provider, providerAccountId, secret, emailVerified: email });
}

/** Changes a password and ends every session of its user. */
export async function changePassword(ctx: MutationCtx, { account, user }: Account, secret: string): Promise<void> {
  await ctx.db.patch("authAccounts", account._id, { secret });
  await endSessions(ctx, user._id);
}

/** Refresh tokens deleted together with their session. Few, since one transaction may end dozens of sessions. */
const TOKENS_WITH_SESSION = 10;
const BATCH = 200;
/** Deleted accounts read per mailbox: more than a mailbox can have. */
const MAX_FORMER_ACCOUNTS = 50;
