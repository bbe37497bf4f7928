/**
 * Accounts: sign-up by a mailed code, sign-in, sign-out, a new password by a mailed link, deletion. Convex Auth makes the
 * sessions and tokens. None of its providers is registered, and its own `signIn` is not exported. Its `Password` provider
 * (0.0.95) checks the password of an existing account also in its `signUp` flow, where tries are not counted; it stores a
 * password before the address is verified; and it hashes inside a mutation.
 */
import { convexAuth } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import * as z from "zod";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalMutation, type ActionCtx } from "./_generated/server";
import {
  askingQuery,
  asModerator,
  asOrganiser,
  asStaff,
  asUser,
  publicAction,
  publicMutation,
  publicQuery,
  userMutation,
} from "./functions";
import type { SignInProvider } from "./model/authAccounts";
import { stateOfMail } from "./model/authCodes";
import { enterLine, leaveLine } from "./model/authLines";
import { checkProof, failUnproven } from "./model/authProofs";
import { drawCode } from "./model/authDrawing";
import { checkPassword, hashCode, hashLink, hashPassword, hashToken, pretendToCheck } from "./model/authSecrets";
import { endByTicket } from "./model/authSessions";
import { hashOf } from "./model/tickets";
import { removeUser, removeUserBatch } from "./model/removal";
import type { BudgetRefusal } from "./model/throttle";
import { fail, failTooMany, failWrongCode } from "./shared/errors";
import { checked, emailForm, signInForm, strongPassword, verifyForm } from "./shared/forms";
import { limits } from "./shared/limits";
import { ticketSentences } from "./shared/tickets";
import {
  codeMailState,
  codeOnItsWay,
  tokens,
  type codeMail as queuedCode,
  type madeAccount,
  type opened,
} from "./validators";
import type { signUpTicket } from "./validatorsTickets";

type Tokens = Infer<typeof tokens>;
type Made = Infer<typeof madeAccount>;

const DAY = 86_400_000;
const SIGN_UPS_CLOSED = "Sign-ups are closed. If you have an account, please sign in.";

/** `store` is the library's own internal mutation; its name is fixed. */
export const { store } = convexAuth({
  providers: [],
  session: { totalDurationMs: 30 * DAY, inactiveDurationMs: 30 * DAY },
  jwt: { durationMs: DAY },
});

/**
 * Mails a sign-up code to an address that has no account yet. Null: the mail was accepted. `waiting`: it will be as soon as the mail
 * provider takes it; `codeMail` tells when, by this.
 */
export const sendOtp = publicAction({
  args: { email: v.string(), proof: v.optional(v.string()) },
  returns: codeOnItsWay,
  handler: async (ctx, args): Promise<Infer<typeof codeOnItsWay>> => {
    const { email } = checked(emailForm, args);
    const isProven = await checkProof(ctx, "sendOtp", email, args.proof);
    const code = await drawCode(email);
    const mail: Infer<typeof queuedCode> = await ctx.runMutation(internal.authCodes.queueCode, { ...code, isProven });
    if (mail.kind === "registered") fail("ALREADY_VERIFIED", "Email already verified. Please login with password.");
    if (mail.kind === "closed") fail("FORBIDDEN", SIGN_UPS_CLOSED);
    if (mail.kind === "domain") fail("FORBIDDEN", ticketSentences.addresses(mail.domains));
    if (mail.kind === "wait") failTooMany(mail.retryAfter);
    if (mail.kind === "unproven") return await failUnproven("sendOtp", email, mail.level);
    const state = await ctx.runAction(internal.mails.sendCode, { email, id: mail.id });
    if (state === "failed") fail("MAIL_FAILED", "Failed to send OTP");
    return state === "sent" ? null : { waiting: mail.id };
  },
});

/** What has become of a code's mail, for whom `sendOtp` told that it waits. */
export const codeMail = publicQuery({
  args: { email: v.string(), waiting: v.string() },
  returns: codeMailState,
  handler: async (ctx, { email, waiting }) => await stateOfMail(ctx, checked(emailForm, { email }).email, waiting),
});

/**
 * Checks a mailed code, or the token of the link in the same mail, and makes the account. No password is stored before this.
 * `ticket`: the code of a ticket, where sign-ups ask for one.
 */
export const verifyOtp = publicAction({
  args: { email: v.string(), otp: v.string(), password: v.string(), ticket: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { email, otp, password, ticket } = checked(verifyForm, args);
    const isLink = otp.length > limits.codeLength;
    const given = { isLink, hash: isLink ? await hashLink(email, otp) : await hashCode(email, otp) };
    const check = await ctx.runMutation(internal.authCodes.checkCode, { email, given });
    if (check.kind === "wait") failTooMany(check.retryAfter);
    if (check.kind === "wrong") failWrongCode(check.triesLeft);
    const codeHash = ticket ? await hashOf(ticket) : null;
    const held: Infer<typeof signUpTicket> = await ctx.runMutation(internal.tickets.checkAtSignUp, { email, codeHash });
    if (held.kind === "wait") failTooMany(held.retryAfter);
    if (held.kind !== "right") fail("TICKET_REFUSED", ticketSentences[held.kind]);
    const secret = await hashPassword(password);
    const made: Made = await ctx.runMutation(internal.authCodes.makeAccount, { email, given, secret, codeHash });
    if (made === "noTicket") fail("TICKET_REFUSED", ticketSentences.refused);
    if (made === "wrong") failWrongCode();
    return null;
  },
});

/** Mails a link that lets the owner of an address choose a new password. The answer is the same for every address. */
export const requestReset = publicAction({
  args: { email: v.string(), proof: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    const { email } = checked(emailForm, args);
    const isProven = await checkProof(ctx, "requestReset", email, args.proof);
    const refusal: BudgetRefusal | null = await ctx.runMutation(internal.authResets.requestReset, { email, isProven });
    if (refusal?.kind === "wait") failTooMany(refusal.retryAfter);
    if (refusal?.kind === "unproven") return await failUnproven("requestReset", email, refusal.level);
    return null;
  },
});

/** Sets a new password with the token of a mailed link, which works once, and ends every session. Signs nobody in. */
export const resetPassword = publicAction({
  args: { token: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, { token, password }) => {
    const chosen = checked(strongPassword, password);
    const tokenHash = await hashToken(token);
    const check = await ctx.runMutation(internal.authResets.checkReset, { tokenHash });
    if (check.kind === "wait") failTooMany(check.retryAfter);
    const secret = check.kind === "right" ? await hashPassword(chosen) : null;
    const set = secret !== null && (await ctx.runMutation(internal.authResets.useReset, { tokenHash, secret }));
    if (!set) fail("BAD_INPUT", "Invalid reset link");
    return null;
  },
});

/** Deletes an account. The server checks the typed phrase too, since a call from an unlocked phone is no consent. */
export const deleteAccount = userMutation({
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
 * Ends the session of a sign-out ticket (see `shared/signOutTicket.ts`), without a token: the browser that signed out has none
 * any more. The answer is the same for every ticket.
 */
export const endSession = publicMutation({
  args: { ticket: v.string() },
  returns: v.null(),
  handler: async (ctx, { ticket }): Promise<null> => {
    await endByTicket(ctx, ticket);
    return null;
  },
});

/** The guard of `userQuery`, for actions, which cannot read the database. */
export const whoIsThis = askingQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asUser(ctx)).user._id,
});

/** The guard of `moderatorQuery`, for actions. */
export const whichModerator = askingQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asModerator(ctx)).moderator._id,
});

/** The guard of `organiserQuery`, for actions. */
export const whichOrganiser = askingQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asOrganiser(ctx)).organiser._id,
});

/** The guard of `staffQuery`, for actions. */
export const whichStaff = askingQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asStaff(ctx)).staff._id,
});

/** Deletes the next batch of what a deleted user left. */
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
  const line = await ctx.runQuery(internal.authSessions.lineOf, { provider, email });
  const entry = enterLine({ line, isProven });
  if (entry === "unproven") return await failUnproven(provider, email);
  if (entry !== "in") failTooMany(entry.full);
  try {
    const { code } = codeParam.safeParse(params).data ?? {};
    const opened = await tryPassword(ctx, { provider, email, password, isProven, ...(code && { code }) });
    return opened ?? fail("UNAUTHENTICATED", refusal);
  } finally {
    leaveLine(line);
  }
}

type Try = { provider: SignInProvider; email: string; password: string; isProven: boolean; code?: string };

async function tryPassword(ctx: ActionCtx, { password, code, ...who }: Try): Promise<Tokens> {
  const { provider, email, isProven } = who;
  const found = await ctx.runMutation(internal.authSessions.startSignIn, who);
  if (found.kind === "wait") failTooMany(found.retryAfter);
  if (found.kind === "unproven") return await failUnproven(provider, email, found.level);
  const waiting = { line: provider === "password" ? ("members" as const) : ("others" as const), isProven };
  if (found.kind === "unknown") {
    await pretendToCheck(waiting);
    return null;
  }
  const { secret } = found;
  const isRight = await checkPassword(password, secret, waiting);
  return isRight ? await openSession(ctx, { provider, email, secret, ...(code && { code }) }) : null;
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
