/**
 * Accounts: sign-up by a mailed code, sign-in, sign-out, a new password by a mailed link, deletion. Convex Auth makes the
 * sessions and tokens. None of its providers is registered, and its own `signIn` is not exported. Its `Password` provider
 * (0.0.95) checks the password of an existing account also in its `signUp` flow, where tries are not counted; it stores a
 * password before the address is verified; and it hashes inside a mutation.
 */
import { convexAuth } from "@convex-dev/auth/server";
import { v, type Infer } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalMutation, internalQuery, type ActionCtx } from "./_generated/server";
import { asModerator, asUser, publicAction, publicMutation, userMutation } from "./functions";
import type { SignInProvider } from "./model/authAccounts";
import { checkPassword, hashCode, hashPassword, hashToken, newCode, limitHashQueue } from "./model/authSecrets";
import { endByTicket } from "./model/authSessions";
import { removeUser, removeUserBatch } from "./model/removal";
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
    const mail = await ctx.runMutation(internal.authCodes.reserveMail, { email });
    if (mail.kind === "registered") fail("ALREADY_VERIFIED", "Email already verified. Please login with password.");
    if (mail.kind === "wait") failTooMany(mail.retryAfter);
    const code = newCode();
    if (!(await send(email, signUpCode(code), crypto.randomUUID()))) {
      await ctx.runMutation(internal.authCodes.releaseMail, { email });
      fail("MAIL_FAILED", "Failed to send OTP");
    }
    await ctx.runMutation(internal.authCodes.saveCode, { email, codeHash: await hashCode(email, code) });
    return null;
  },
});

/** Checks a mailed code and makes the account. No password is stored before this. */
export const verifyOtp = publicAction({
  args: { email: v.string(), otp: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const { email, otp, password } = checked(verifyForm, args);
    const codeHash = await hashCode(email, otp);
    const check = await ctx.runMutation(internal.authCodes.checkCode, { email, codeHash });
    if (check.kind === "wait") failTooMany(check.retryAfter);
    const secret = check.kind === "right" ? await hashPassword(password) : null;
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
    const wait: number | null = await ctx.runMutation(internal.authResets.requestReset, { email });
    if (wait !== null) failTooMany(wait);
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
export const whoIsThis = internalQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asUser(ctx)).user._id,
});

/** The guard of `moderatorQuery`, for actions. */
export const whichModerator = internalQuery({
  args: {},
  returns: v.id("users"),
  handler: async (ctx): Promise<Id<"users">> => (await asModerator(ctx)).moderator._id,
});

/** Deletes the next batch of what a deleted user left. */
export const removeBatch = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => await removeUserBatch(ctx, userId),
});

async function enter(ctx: ActionCtx, provider: SignInProvider, params: unknown, refusal: string): Promise<Tokens> {
  const form = signInForm.safeParse(params);
  if (!form.success) fail("UNAUTHENTICATED", refusal);
  const { email, password } = form.data;
  const opened = await limitHashQueue(async () => await tryPassword(ctx, provider, email, password));
  if (opened === null) fail("UNAUTHENTICATED", refusal);
  return opened;
}

async function tryPassword(ctx: ActionCtx, provider: SignInProvider, email: string, password: string): Promise<Tokens> {
  const found = await ctx.runMutation(internal.authSessions.startSignIn, { provider, email });
  if (found.kind === "wait") failTooMany(found.retryAfter);
  const secret = found.kind === "found" ? found.secret : null;
  const right = await checkPassword(password, secret);
  return right && secret !== null
    ? await ctx.runMutation(internal.authSessions.open, { provider, email, secret })
    : null;
}
