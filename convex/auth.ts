/**
 * Accounts: sign-up by a mailed code, sign-in, sign-out, password reset by a mailed link, deletion. Convex Auth makes the
 * sessions and tokens. We register none of its providers and do not export its `signIn`. Its `Password` provider (0.0.95)
 * checks an existing account's password in its `signUp` flow too, where tries are not counted. It also stores a password
 * before the address is verified, and hashes inside a mutation.
 */
import { convexAuth } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import { literals } from "convex-helpers/validators";
import * as z from "zod";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalMutation, type ActionCtx } from "./_generated/server";
import {
  askingAction,
  askingQuery,
  idOfCaller,
  publicAction,
  publicMutation,
  publicQuery,
  userMutation,
} from "./functions";
import type { SignInProvider } from "./model/auth/accounts";
import { stateOfMail } from "./model/auth/codes";
import { checkProof, failRefused } from "./model/auth/proofs";
import { drawCode, hasSignUpLink } from "./model/auth/codes";
import { hasReset } from "./model/resets";
import { checkPassword, hashPassword, hashToken } from "./model/auth/secrets";
import { endByTicket } from "./model/auth/sessions";
import { signUp } from "./model/signUp";
import { removeUser, removeUserBatch } from "./model/removal";
import type { BudgetRefusal } from "./model/throttle/budgets";
import { spend } from "./model/throttle/limits";
import { fail, failTooMany } from "./shared/errors";
import { checked, emailForm, signInForm, strongPassword } from "./shared/forms";
import { guardNames } from "./shared/guards";
import { ticketSentences } from "./shared/tickets";
import { codeMailState, codeOnItsWay, tokens, type codeMail as queuedCode, type opened } from "./validators/common";

type Tokens = Infer<typeof tokens>;

const DAY = 86_400_000;
const SIGN_UPS_CLOSED = "Sign-ups are closed. If you have an account, please sign in.";

/** The solution of a puzzle. */
const proof = v.optional(v.string());

const signUpArgs = { email: v.string(), otp: v.string(), password: v.string(), ticket: v.optional(v.string()), proof };

/** `store` is the library's own internal mutation; its name is fixed. */
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
  returns: codeOnItsWay,
  handler: async (ctx, args): Promise<Infer<typeof codeOnItsWay>> => {
    const { email } = checked(emailForm, args);
    const isProven = await checkProof(ctx, "sendOtp", email, args.proof);
    const code = await drawCode(email);
    const mail: Infer<typeof queuedCode> = await ctx.runMutation(internal.authCodes.queueCode, { ...code, isProven });
    if (mail.kind === "registered") fail("ALREADY_VERIFIED", "Email already verified. Please login with password.");
    if (mail.kind === "closed") fail("FORBIDDEN", SIGN_UPS_CLOSED);
    if (mail.kind === "domain") fail("FORBIDDEN", ticketSentences.addresses(mail.domains));
    if (mail.kind !== "queued") return await failRefused(mail, "sendOtp", email);
    const state = await ctx.runAction(internal.mails.sendCode, { email, id: mail.id });
    if (state === "failed") fail("MAIL_FAILED", "Failed to send OTP");
    return state === "sent" ? null : { waiting: mail.id };
  },
});

/** Returns the state of a queued code's mail. `waiting`: the id that `sendOtp` returned. */
export const codeMail = publicQuery({
  args: { email: v.string(), waiting: v.string() },
  returns: codeMailState,
  handler: async (ctx, { email, waiting }) => await stateOfMail(ctx, checked(emailForm, { email }).email, waiting),
});

/**
 * Checks a mailed code, or the token of the link in the same mail, and creates the account. No password is stored before.
 * `ticket`: a ticket's code, where sign-ups ask for one.
 */
export const verifyOtp = publicAction({
  args: signUpArgs,
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    await signUp(ctx, args);
    return null;
  },
});

/** For REST: `verifyOtp`, then signs in. It does not hash the password again, so no budget can refuse an account just made. */
export const verifyAndSignIn = askingAction({
  args: signUpArgs,
  returns: tokens,
  handler: async (ctx, args): Promise<Tokens> =>
    await openSession(ctx, { provider: "password", ...(await signUp(ctx, args)) }),
});

/** Mails a link to choose a new password. Returns the same for every address. */
export const requestReset = publicAction({
  args: { email: v.string(), proof },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    const { email } = checked(emailForm, args);
    const isProven = await checkProof(ctx, "requestReset", email, args.proof);
    const refusal: BudgetRefusal | null = await ctx.runMutation(internal.authResets.requestReset, { email, isProven });
    return refusal === null ? null : await failRefused(refusal, "requestReset", email);
  },
});

/** Sets a new password with the token of a mailed link and ends every session. The link works once. Signs nobody in. */
export const resetPassword = publicAction({
  args: { token: v.string(), password: v.string(), proof },
  returns: v.null(),
  handler: async (ctx, { token, password, proof: given }): Promise<null> => {
    const chosen = checked(strongPassword, password);
    const tokenHash = await hashToken(token);
    const isProven = await checkProof(ctx, "resetPassword", tokenHash, given);
    const check = await ctx.runMutation(internal.authResets.checkReset, { tokenHash, isProven });
    if (check.kind === "wrong") fail("BAD_INPUT", "Invalid reset link");
    if (check.kind !== "permitted") return await failRefused(check, "resetPassword", tokenHash);
    const secret = await hashPassword(check.permit, chosen);
    const set = await ctx.runMutation(internal.authResets.useReset, { tokenHash, secret });
    if (!set) fail("BAD_INPUT", "Invalid reset link");
    return null;
  },
});

/** True while a mailed link works: a reset link, or with `email` a sign-up link. Uses none of the link's tries. */
export const linkWorks = publicQuery({
  args: { token: v.string(), email: v.optional(v.string()) },
  returns: v.boolean(),
  handler: async (ctx, { token, email }) =>
    email === undefined
      ? await hasReset(ctx, token)
      : await hasSignUpLink(ctx, checked(emailForm, { email }).email, token),
});

/** Deletes the caller's account. Checks the typed phrase here too, because a call from an unlocked phone is no consent. */
export const deleteAccount = userMutation({
  // It happens once.
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
  returns: v.object({ tokens }),
  handler: async (ctx, { provider, params, refreshToken }): Promise<{ tokens: Tokens }> => {
    if (provider === "password") return { tokens: await enter(ctx, provider, params, "Failed to login") };
    if (provider === "moderator") return { tokens: await enter(ctx, provider, params, "Login failed") };
    if (refreshToken === undefined) return { tokens: null };
    const refreshed = await ctx.runMutation(internal.authSessions.refresh, { refreshToken });
    if (refreshed.kind === "wait") failTooMany(refreshed.retryAfter);
    return { tokens: refreshed.kind === "right" ? refreshed.tokens : null };
  },
});

/** Ends the caller's session. The library's own `signOut` deletes all refresh tokens of a session in one transaction. */
export const signOut = publicAction({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => await ctx.runMutation(internal.authSessions.close, {}),
});

/**
 * Ends the session of a sign-out ticket (`shared/signOutTicket.ts`). Needs no token, because the browser that signed out has
 * none. Returns the same for every ticket.
 */
export const endSession = publicMutation({
  args: { ticket: v.string() },
  returns: v.null(),
  handler: async (ctx, { ticket }): Promise<null> => {
    await endByTicket(ctx, ticket);
    return null;
  },
});

/** The guard for actions, which cannot read the database, and for REST before it reads a body. Returns the caller's id. */
export const whoIsThis = askingQuery({
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
  args: { userId: v.id("users"), former: v.union(v.id("formerAccounts"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { userId, former }) => await removeUserBatch(ctx, userId, former),
});

async function enter(ctx: ActionCtx, provider: SignInProvider, params: unknown, refusal: string): Promise<Tokens> {
  const form = signInForm.safeParse(params);
  if (!form.success) fail("UNAUTHENTICATED", refusal);
  const { email, password } = form.data;
  const isProven = await checkProof(ctx, provider, email, proofParam.safeParse(params).data?.proof);
  const start = await ctx.runMutation(internal.authSessions.startSignIn, { provider, email, isProven });
  if (start.kind !== "permitted") return await failRefused(start, provider, email);
  const { permit, secret } = start;
  const isRight = await checkPassword(permit, password, secret);
  if (!isRight || secret === null) fail("UNAUTHENTICATED", refusal);
  const { code } = codeParam.safeParse(params).data ?? {};
  const opened = await openSession(ctx, { provider, email, secret, ...(code && { code }) });
  return opened ?? fail("UNAUTHENTICATED", refusal);
}

async function openSession(
  ctx: ActionCtx,
  who: { provider: SignInProvider; email: string; secret: string; code?: string },
): Promise<Tokens> {
  const session: Infer<typeof opened> = await ctx.runMutation(internal.authSessions.open, who);
  if (session.kind === "wait") failTooMany(session.retryAfter);
  if (session.kind === "in") return session.tokens;
  const wrong = "That code is not right, or was used already.";
  fail("CODE_NEEDED", session.isWrong ? wrong : "Enter the code from your authenticator app.");
}

/** Convex Auth's client sends the proof with what was typed, and the code of a second factor. */
const codeParam = z.object({ code: z.string().max(64).optional() });
const proofParam = z.object({ proof: z.string().optional() });
