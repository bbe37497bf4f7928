/** Internal functions: the database part of sessions, for the actions of `auth`, and the deletion of expired rows. */
import { literals } from "convex-helpers/validators";
import { v, type Infer } from "convex/values";
import * as z from "zod";
import { internal } from "./_generated/api";
import { internalMutation } from "./_generated/server";
import * as accounts from "./model/auth/accounts";
import * as former from "./model/former/former";
import * as sessions from "./model/auth/sessions";
import { noteThere } from "./model/numbers/numbers";
import { checkCode } from "./model/secondFactor/secondFactor";
import { makeRoom } from "./model/staff/sessions";
import { limits } from "./shared/limits";
import { opened, refreshed, signInProvider, signInStart, type tokens } from "./validators/common";

type Tokens = Infer<typeof tokens>;

export const startSignIn = internalMutation({
  args: { provider: signInProvider, email: v.string(), isProven: v.boolean() },
  returns: signInStart,
  handler: async (ctx, { provider, email, isProven }) => await accounts.startSignIn(ctx, provider, email, isProven),
});

/**
 * Opens a session after the right password, and the right code where the user has a second factor. Returns null tokens if
 * the password has changed since it was checked. Resets the guess counters only when everything was right.
 */
export const open = internalMutation({
  args: { provider: signInProvider, email: v.string(), secret: v.string(), code: v.optional(v.string()) },
  returns: opened,
  handler: async (ctx, { provider, email, secret, code }): Promise<Infer<typeof opened>> => {
    const found = await accounts.findAccount(ctx, provider, email);
    if (found === null || found.account.secret !== secret) return { kind: "in", tokens: null };
    if (found.user.secondFactor) {
      if (code === undefined) return { kind: "codeNeeded", isWrong: false };
      const check = await checkCode(ctx, found.user._id, code);
      if (check.kind === "wait") return check;
      if (check.kind === "wrong") return { kind: "codeNeeded", isWrong: true };
    }
    await accounts.endSignInGuesses(ctx, provider, found.user);
    // The library would also end the caller's session, and delete all its refresh tokens in this transaction.
    await accounts.endOwnSession(ctx);
    if (provider === "moderator") await makeRoom(ctx, found.user._id);
    else await accounts.endSessions(ctx, found.user._id, limits.sessionsEach - 1);
    await noteThere(ctx, found.user._id);
    const args = { type: "signIn" as const, userId: found.user._id, generateTokens: true };
    return { kind: "in", tokens: tokensIn(await ctx.runMutation(internal.auth.store, { args })) };
  },
});

export const refresh = internalMutation({
  args: { refreshToken: v.string() },
  returns: refreshed,
  handler: async (ctx, { refreshToken }): Promise<Infer<typeof refreshed>> => {
    const check = await sessions.checkRefresh(ctx, refreshToken);
    if (check.kind !== "right") return check;
    const given = await ctx.runMutation(internal.auth.store, { args: { type: "refreshSession", refreshToken } });
    return { kind: "right", tokens: tokensIn({ tokens: given }) };
  },
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
  args: { what: literals(...sessions.expiringKinds) },
  returns: v.null(),
  handler: async (ctx, { what }) => await sessions.deleteExpired(ctx, what),
});

/** Deletes records of deleted accounts that have been kept long enough. */
export const deleteOldFormers = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await former.deleteOldFormers(ctx),
});

/** Reads the tokens from the result of the library's one internal mutation, which has one type for all purposes. */
function tokensIn(result: unknown): Tokens {
  return (
    z.object({ tokens: z.object({ token: z.string(), refreshToken: z.string() }) }).safeParse(result).data?.tokens ??
    null
  );
}
