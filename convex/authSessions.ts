/** Sessions in the database: what the actions of `auth` do there, and what is swept away. Nobody outside calls these. */
import { v, type Infer } from "convex/values";
import * as z from "zod";
import { internal } from "./_generated/api";
import { internalMutation } from "./_generated/server";
import * as accounts from "./model/authAccounts";
import { judgeRefresh, purgeExpired, swept, type RefreshVerdict } from "./model/authSessions";
import { limits } from "./shared/limits";
import { door, tokens, verdict } from "./validators";

type Tokens = Infer<typeof tokens>;
type Refreshed = Exclude<RefreshVerdict, { kind: "right" }> | { kind: "right"; tokens: Tokens };

export const lookUp = internalMutation({
  args: { door, email: v.string() },
  returns: v.union(
    v.object({ kind: v.literal("found"), userId: v.id("users"), secret: v.string() }),
    ...verdict("unknown").members,
  ),
  handler: async (ctx, args) => await accounts.lookUp(ctx, args.door, args.email),
});

/** Opens a session for whoever just gave the right password, unless that was changed in the meantime. */
export const open = internalMutation({
  args: { door, email: v.string(), secret: v.string() },
  returns: tokens,
  handler: async (ctx, { door, email, secret }): Promise<Tokens> => {
    const found = await accounts.findAccount(ctx, door, email);
    if (found === null || found.account.secret !== secret) return null;
    await accounts.endGuesses(ctx, door, found.user);
    // The library ends the session of whoever calls as well, with all its tokens at once; it finds none.
    await accounts.endOwnSession(ctx);
    await accounts.endSessions(ctx, found.user._id, limits.sessionsEach - 1);
    const args = { type: "signIn" as const, userId: found.user._id, generateTokens: true };
    return tokensIn(await ctx.runMutation(internal.auth.store, { args }));
  },
});

export const refresh = internalMutation({
  args: { refreshToken: v.string() },
  returns: v.union(v.object({ kind: v.literal("right"), tokens }), ...verdict("wrong").members),
  handler: async (ctx, { refreshToken }): Promise<Refreshed> => {
    const judged = await judgeRefresh(ctx, refreshToken);
    if (judged.kind !== "right") return judged;
    const given = await ctx.runMutation(internal.auth.store, { args: { type: "refreshSession", refreshToken } });
    return { kind: "right", tokens: tokensIn({ tokens: given }) };
  },
});

export const close = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await accounts.endOwnSession(ctx);
    return null;
  },
});

/** The next batch of the refresh tokens that a session leaves. */
export const dropTokens = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await accounts.dropTokens(ctx, sessionId);
    return null;
  },
});

export const purge = internalMutation({
  args: { what: v.union(...swept.map((what) => v.literal(what))) },
  returns: v.null(),
  handler: async (ctx, { what }) => {
    await purgeExpired(ctx, what);
    return null;
  },
});

/** The library's one internal mutation answers for all its purposes; this picks out what two of them give. */
function tokensIn(answer: unknown): Tokens {
  return (
    z.object({ tokens: z.object({ token: z.string(), refreshToken: z.string() }) }).safeParse(answer).data?.tokens ??
    null
  );
}
