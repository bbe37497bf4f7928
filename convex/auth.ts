/**
 * Accounts: sign-up by a mailed code, sign-in, sign-out, a new password by a mailed link, deletion. Convex Auth keeps the sessions and makes the tokens; none of its
 * stock providers is registered (the stock password one answers unlimited guesses), and its own `signIn` stays private.
 */
import { convexAuth } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalMutation, internalQuery, type ActionCtx } from "./_generated/server";
import { asModerator, asUser, publicAction, userMutation } from "./functions";
import type { Door } from "./model/authAccounts";
import { checkPassword, hashCode, hashPassword, hashToken, newCode, standInLine } from "./model/authSecrets";
import { forget as forgetPerson, removeUser } from "./model/removal";
import { send } from "./services/email";
import { signUpCode } from "./services/emailLetters";
import { fail, failTooMany } from "./shared/errors";
import { checked, emailForm, signInForm, strongPassword, verifyForm } from "./shared/forms";
import { tokens } from "./validators";

type Tokens = Infer<typeof tokens>;

const DAY = 86_400_000;

/** `store` is the library's own internal mutation; its name is fixed. */
export const { store } = convexAuth({
  providers: [],
  session: { totalDurationMs: 30 * DAY, inactiveDurationMs: 30 * DAY },
  jwt: { durationMs: DAY },
});

/** Mails a sign-up code to an address that has no account yet. */
export const sendOtp = publicAction({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { email } = checked(emailForm, args);
    const leave = await ctx.runMutation(internal.authCodes.grantMail, { email });
    if (leave.kind === "registered") fail("ALREADY_VERIFIED", "Email already verified. Please login with password.");
    if (leave.kind === "wait") failTooMany(leave.retryAfter);
    const code = newCode();
    if (!(await send(email, signUpCode(code), crypto.randomUUID()))) {
      await ctx.runMutation(internal.authCodes.returnMail, { email });
      fail("MAIL_FAILED", "Failed to send OTP");
    }
    await ctx.runMutation(internal.authCodes.keepCode, { email, codeHash: await hashCode(email, code) });
    return null;
  },
});

/** Checks a mailed code and, with it, makes the account. No password exists before this. */
export const verifyOtp = publicAction({
  args: { email: v.string(), otp: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { email, otp, password } = checked(verifyForm, args);
    const codeHash = await hashCode(email, otp);
    const judged = await ctx.runMutation(internal.authCodes.judgeCode, { email, codeHash });
    if (judged.kind === "wait") failTooMany(judged.retryAfter);
    const secret = judged.kind === "right" ? await hashPassword(password) : null;
    const made =
      secret !== null && (await ctx.runMutation(internal.authCodes.makeAccount, { email, codeHash, secret }));
    if (!made) fail("BAD_INPUT", "Failed to verify OTP");
    return null;
  },
});

/** Mails a link that lets the owner of an address choose a new password. The answer is the same for every address. */
export const requestReset = publicAction({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { email } = checked(emailForm, args);
    const wait: number | null = await ctx.runMutation(internal.authResets.grantReset, { email });
    if (wait !== null) failTooMany(wait);
    return null;
  },
});

/** Sets a new password with the token of a mailed link, once, and ends every session. Signs nobody in. */
export const resetPassword = publicAction({
  args: { token: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, { token, password }) => {
    const chosen = checked(strongPassword, password);
    const tokenHash = await hashToken(token);
    const judged = await ctx.runMutation(internal.authResets.judgeReset, { tokenHash });
    if (judged.kind === "wait") failTooMany(judged.retryAfter);
    const secret = judged.kind === "right" ? await hashPassword(chosen) : null;
    const set = secret !== null && (await ctx.runMutation(internal.authResets.useReset, { tokenHash, secret }));
    if (!set) fail("BAD_INPUT", "Invalid reset link");
    return null;
  },
});

/** Ends an account for good. The typed phrase is asked for here too: a stolen moment at an open phone is no consent. */
export const deleteAccount = userMutation({
  args: { verificationText: v.string() },
  returns: v.null(),
  handler: async (ctx, { verificationText }) => {
    await removeUser(ctx, ctx.user, verificationText);
    return null;
  },
});

/**
 * Convex Auth's client calls this by name, to sign in through one of the two doors and to refresh its token. It stands in
 * front of the library's own: that one takes any string as a refresh token and lets a stranger name documents in it.
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

/** Ends the session of whoever calls. In place of the library's own, which deletes all tokens of a session at once. */
export const signOut = publicAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await ctx.runMutation(internal.authSessions.close, {});
    return null;
  },
});

/** For actions, which have no database of their own: the guard of `userQuery`. */
export const whoIsThis = internalQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asUser(ctx)).user._id,
});

/** The same for moderators. */
export const whichModerator = internalQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asModerator(ctx)).moderator._id,
});

/** The next batch of what a deleted person leaves. */
export const forget = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await forgetPerson(ctx, userId);
    return null;
  },
});

async function enter(ctx: ActionCtx, door: Door, params: unknown, refusal: string): Promise<Tokens> {
  const form = signInForm.safeParse(params);
  if (!form.success) fail("UNAUTHENTICATED", refusal);
  const { email, password } = form.data;
  const opened = await standInLine(async () => await tryPassword(ctx, door, email, password));
  if (opened === null) fail("UNAUTHENTICATED", refusal);
  return opened;
}

async function tryPassword(ctx: ActionCtx, door: Door, email: string, password: string): Promise<Tokens> {
  const found = await ctx.runMutation(internal.authSessions.lookUp, { door, email });
  if (found.kind === "wait") failTooMany(found.retryAfter);
  const secret = found.kind === "found" ? found.secret : null;
  const right = await checkPassword(password, secret);
  return right && secret !== null ? await ctx.runMutation(internal.authSessions.open, { door, email, secret }) : null;
}
