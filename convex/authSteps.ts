/** The steps that the actions of `auth` take in the database, and what is done for them later. Nobody outside calls these. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./_generated/server";
import * as accounts from "./model/authAccounts";
import * as codes from "./model/authCodes";
import * as resets from "./model/authResets";
import { hashToken, newToken } from "./model/authSecrets";
import { forget } from "./model/removal";
import { mailReset as sendReset } from "./services/email";
import { verdict } from "./validators";

export const grantMail = internalMutation({
  args: { email: v.string() },
  returns: verdict("granted", "registered"),
  handler: async (ctx, { email }) => await codes.grantMail(ctx, email),
});

export const returnMail = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await codes.returnMail(ctx, email);
    return null;
  },
});

export const keepCode = internalMutation({
  args: { email: v.string(), codeHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, codeHash }) => {
    await codes.keepCode(ctx, email, codeHash);
    return null;
  },
});

export const judgeCode = internalMutation({
  args: { email: v.string(), codeHash: v.string() },
  returns: verdict("right", "wrong"),
  handler: async (ctx, { email, codeHash }) => await codes.judgeCode(ctx, email, codeHash),
});

export const makeAccount = internalMutation({
  args: { email: v.string(), codeHash: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email, codeHash, secret }) =>
    (await codes.useCode(ctx, email, codeHash)) && (await accounts.makeAccount(ctx, email, secret)),
});

export const grantReset = internalMutation({
  args: { email: v.string() },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { email }) => await resets.grantReset(ctx, email),
});

/** Makes a link and mails it; later again, with a fresh one, when the mail provider does not take it. */
export const mailReset = internalAction({
  args: { userId: v.union(v.id("users"), v.null()), tries: v.number() },
  returns: v.null(),
  handler: async (ctx, { userId, tries }) => {
    if (userId === null) return null;
    const token = newToken();
    const tokenHash = await hashToken(token);
    const email: string | null = await ctx.runMutation(internal.authSteps.keepReset, { userId, tokenHash });
    if (email === null || (await sendReset(email, token))) return null;
    const pause = PAUSES[tries];
    if (pause === undefined) console.error("A reset link was given up: the mail provider did not take it.");
    else await ctx.scheduler.runAfter(pause, internal.authSteps.mailReset, { userId, tries: tries + 1 });
    return null;
  },
});

export const keepReset = internalMutation({
  args: { userId: v.id("users"), tokenHash: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { userId, tokenHash }) => await resets.keepReset(ctx, userId, tokenHash),
});

export const judgeReset = internalMutation({
  args: { tokenHash: v.string() },
  returns: verdict("right", "wrong"),
  handler: async (ctx, { tokenHash }) => await resets.judgeReset(ctx, tokenHash),
});

export const useReset = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { tokenHash, secret }) => await resets.useReset(ctx, tokenHash, secret),
});

/** The next batch of what a deleted person leaves. */
export const forgetPerson = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => {
    await forget(ctx, userId);
    return null;
  },
});

/** Before the second, third and fourth try. Nobody waits longer than a few minutes for a link. */
const PAUSES = [10_000, 30_000, 120_000];
