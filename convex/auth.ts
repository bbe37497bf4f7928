/**
 * Accounts: sign-up by a mailed code, sign-in, sign-out, password reset by a mailed link, deletion. Convex Auth makes the
 * sessions and tokens. We register none of its providers and do not export its `signIn`. Its `Password` provider (0.0.95)
 * checks an existing account's password in its `signUp` flow too, where tries are not counted. It also stores a password
 * before the address is verified, and hashes inside a mutation.
 */
import { convexAuth } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import { literals } from "convex-helpers/validators";
import type { Id } from "./_generated/dataModel";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import {
  callerAction,
  callerQuery,
  idOfCaller,
  publicAction,
  publicMutation,
  publicQuery,
  userMutation,
} from "./functions";
import * as accounts from "./model/auth/accounts";
import * as codes from "./model/auth/codes";
import { endByToken, expiringTables, deleteExpired as deleteExpiredRows } from "./model/auth/sessions";
import { senderNow } from "./model/mails/sending";
import { removeUser, removeUserBatch } from "./model/removal";
import * as resets from "./model/resets";
import * as signingIn from "./model/signIn";
import { mailCode, makeAccount as newAccount, signUp } from "./model/signUp";
import { spend } from "./model/throttle/limits";
import { checkTicketAtSignUp, claimAtSignUp, mayUseTicket } from "./model/tickets/claiming";
import { failTooMany } from "./shared/errors";
import { checked, emailForm } from "./shared/forms";
import { guardNames } from "./shared/guards";
import * as shapes from "./validators/auth";
import { signUpCheck } from "./validators/tickets";
import { DAY } from "./shared/durations";

type Tokens = Infer<typeof shapes.tokens>;

/** The solution of a puzzle. */
const proof = v.optional(v.string());

const signUpArgs = { email: v.string(), otp: v.string(), password: v.string(), ticket: v.optional(v.string()), proof };

const submittedCode = v.object({ hash: v.string(), isLink: v.boolean() });

/** `store` is the library's own internal mutation. Its name is fixed. */
export const { store } = convexAuth({
  providers: [],
  session: { totalDurationMs: 30 * DAY, inactiveDurationMs: 30 * DAY },
  jwt: { durationMs: DAY },
});

/**
 * Mails a sign-up code to an address without an account. Returns null once the provider accepted the mail. Returns
 * `waiting` while the mail is still queued: pass it to `codeMail` to follow it.
 */
export const sendOtp = publicAction({
  args: { email: v.string(), proof },
  returns: shapes.codeOnItsWay,
  handler: async (ctx, args): Promise<Infer<typeof shapes.codeOnItsWay>> => await mailCode(ctx, args),
});

/** Returns the state of a queued code's mail. `waiting`: the id that `sendOtp` returned. */
export const codeMail = publicQuery({
  args: { email: v.string(), waiting: v.string() },
  returns: shapes.codeMailState,
  handler: async (ctx, { email, waiting }) =>
    await codes.stateOfMail(ctx, checked(emailForm, { email }).email, waiting),
});

/**
 * Checks a mailed code, or the token of the link in the same mail, and creates the account. No password is stored before that.
 * `ticket`: a ticket's code, where sign-ups ask for one.
 */
export const verifyOtp = publicAction({
  args: signUpArgs,
  returns: v.null(),
  handler: async (ctx, args): Promise<void> => {
    await signUp(ctx, args);
  },
});

/** For REST: `verifyOtp`, then signs in. It does not hash the password again, so no budget can refuse to sign in a new account. */
export const verifyAndSignIn = callerAction({
  args: signUpArgs,
  returns: shapes.tokens,
  handler: async (ctx, args): Promise<Tokens> =>
    await signingIn.openSession(ctx, { provider: "password", ...(await signUp(ctx, args)) }),
});

/** Mails a link to choose a new password. Returns the same for every address. */
export const requestReset = publicAction({
  args: { email: v.string(), proof },
  returns: v.null(),
  handler: async (ctx, args) => await resets.requestReset(ctx, args),
});

/** Sets a new password with the token of a mailed link and ends every session. The link works once. Does not sign anyone in. */
export const resetPassword = publicAction({
  args: { token: v.string(), password: v.string(), proof },
  returns: v.null(),
  handler: async (ctx, args) => await resets.resetPassword(ctx, args),
});

/** True while a mailed link is valid: a reset link, or with `email` a sign-up link. Does not count as a try. */
export const linkWorks = publicQuery({
  args: { token: v.string(), email: v.optional(v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { token, email }) =>
    email === undefined
      ? await resets.hasReset(ctx, token)
      : await codes.hasSignUpLink(ctx, checked(emailForm, { email }).email, token),
});

/** Deletes the caller's account. Checks the typed phrase here too, because a call from an unlocked phone is not consent. */
export const deleteAccount = userMutation({
  // A user can delete their account only once.
  hasOwnLimit: true,
  args: { verificationText: v.string() },
  returns: v.null(),
  handler: async (ctx, { verificationText }) => await removeUser(ctx, ctx.user, verificationText),
});

/**
 * Convex Auth's client calls this by name, to sign in as an attendee or a moderator and to refresh its token. The library's
 * own `signIn` deletes documents that a forged refresh token names (see `checkRefresh`).
 */
export const signIn = publicAction({
  args: {
    provider: v.optional(v.string()),
    params: v.optional(v.any()),
    verifier: v.optional(v.string()),
    refreshToken: v.optional(v.string()),
    calledBy: v.optional(v.string()),
  },
  returns: v.object({ tokens: shapes.tokens }),
  handler: async (ctx, { provider, params, refreshToken }): Promise<{ tokens: Tokens }> => {
    if (provider === "password") return { tokens: await signingIn.signIn(ctx, provider, params, "Failed to login") };
    if (provider === "moderator") return { tokens: await signingIn.signIn(ctx, provider, params, "Login failed") };
    if (refreshToken === undefined) return { tokens: null };
    const refreshed: Infer<typeof shapes.refreshed> = await ctx.runMutation(internal.auth.refresh, { refreshToken });
    if (refreshed.kind === "wait") failTooMany(refreshed.retryAfter);
    return { tokens: refreshed.kind === "right" ? refreshed.tokens : null };
  },
});

/** Ends the caller's session. The library's own `signOut` deletes all refresh tokens of a session in one transaction. */
export const signOut = publicAction({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => await ctx.runMutation(internal.auth.close, {}),
});

/**
 * Ends the session of a sign-out token (`shared/signOutToken.ts`). Accepts no other token, because a browser that has signed out has none.
 * Returns the same for every sign-out token.
 */
export const endSession = publicMutation({
  args: { ticket: v.string() },
  returns: v.null(),
  handler: async (ctx, { ticket }) => await endByToken(ctx, ticket),
});

/** The guard for actions, which cannot read the database, and for REST before it reads a body. Returns the caller's id. */
export const callerId = callerQuery({
  args: { who: literals(...guardNames) },
  returns: v.id("users"),
  handler: async (ctx, { who }): Promise<Id<"users">> => await idOfCaller(ctx, who),
});

/** Counts a large body of a REST request. Returns null, or the milliseconds to wait. */
export const countLargeBody = internalMutation({
  args: { userId: v.id("users") },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { userId }) => await spend(ctx, "largeBody", userId),
});

/** Deletes the next batch of a deleted user's rows. */
export const removeBatch = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => await removeUserBatch(ctx, userId),
});

/** Uses up a proof of work, named by its challenge's signature. Returns false if it was used before. */
export const useProof = internalMutation({
  args: { signature: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { signature }) => (await spend(ctx, "proof", signature)) === null,
});

export const queueCode = internalMutation({
  args: { email: v.string(), codeHash: v.string(), linkHash: v.string(), sealed: v.string(), isProven: v.boolean() },
  returns: shapes.codeMail,
  handler: async (ctx, { isProven, ...code }) => await codes.queueCode(ctx, code, isProven),
});

/** Returns whether a queued code was mailed, and the current sender of mails: see `senderNow`. */
export const stateOfMail = internalQuery({
  args: { email: v.string(), queued: v.string() },
  returns: shapes.queuedCodeState,
  handler: async (ctx, { email, queued }) => ({
    state: await codes.stateOfMail(ctx, email, queued),
    ...(await senderNow(ctx)),
  }),
});

/** Checks the code of a sign-up, and then its ticket. `codeHash`: the ticket's, null without one. */
export const checkCode = internalMutation({
  args: { email: v.string(), given: submittedCode, isProven: v.boolean(), codeHash: v.union(v.string(), v.null()) },
  returns: signUpCheck,
  handler: async (ctx, { email, given, isProven, codeHash }) => {
    const code = await codes.checkCode(ctx, email, given, isProven);
    return { code, ticket: code.kind === "permitted" ? await checkTicketAtSignUp(ctx, email, codeHash) : null };
  },
});

export const makeAccount = internalMutation({
  args: { email: v.string(), given: submittedCode, secret: v.string(), codeHash: v.union(v.string(), v.null()) },
  returns: shapes.madeAccount,
  handler: async (ctx, { email, given, secret, codeHash }) => {
    if (!(await mayUseTicket(ctx, email, codeHash))) return "noTicket";
    const isCorrect = await codes.useCode(ctx, email, given);
    if (!isCorrect || !(await newAccount(ctx, email, secret))) return "wrong";
    await claimAtSignUp(ctx, email, codeHash);
    return "made";
  },
});

export const queueReset = internalMutation({
  args: { email: v.string(), isProven: v.boolean() },
  returns: v.union(shapes.budgetRefusal, v.null()),
  handler: async (ctx, { email, isProven }) => await resets.queueReset(ctx, email, isProven),
});

export const saveReset = internalMutation({
  args: { userId: v.id("users"), tokenHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, tokenHash }) => await resets.saveReset(ctx, userId, tokenHash),
});

export const checkReset = internalMutation({
  args: { tokenHash: v.string(), isProven: v.boolean() },
  returns: shapes.linkCheck,
  handler: async (ctx, { tokenHash, isProven }) => await resets.checkReset(ctx, tokenHash, isProven),
});

export const useReset = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { tokenHash, secret }) => await resets.useReset(ctx, tokenHash, secret),
});

export const startSignIn = internalMutation({
  args: { provider: shapes.signInProvider, email: v.string(), isProven: v.boolean() },
  returns: shapes.signInStart,
  handler: async (ctx, { provider, email, isProven }) => await signingIn.startSignIn(ctx, provider, email, isProven),
});

export const open = internalMutation({
  args: { provider: shapes.signInProvider, email: v.string(), secret: v.string(), code: v.optional(v.string()) },
  returns: shapes.opened,
  handler: async (ctx, who): Promise<Infer<typeof shapes.opened>> => await signingIn.open(ctx, who),
});

export const refresh = internalMutation({
  args: { refreshToken: v.string() },
  returns: shapes.refreshed,
  handler: async (ctx, { refreshToken }): Promise<Infer<typeof shapes.refreshed>> =>
    await signingIn.refresh(ctx, refreshToken),
});

export const close = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await accounts.endOwnSession(ctx),
});

/** Deletes the next batch of an ended session's refresh tokens. */
export const deleteTokens = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => await accounts.deleteTokens(ctx, sessionId),
});

export const deleteExpired = internalMutation({
  args: { what: literals(...expiringTables) },
  returns: v.null(),
  handler: async (ctx, { what }) => await deleteExpiredRows(ctx, what),
});
