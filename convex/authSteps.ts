/** The steps that the actions of `auth` take in the database, and what is done for them later. Nobody outside calls these. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import * as accounts from "./model/authAccounts";
import * as codes from "./model/authCodes";
import * as resets from "./model/authResets";
import { forget } from "./model/removal";
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

export const keepReset = internalMutation({
  args: { userId: v.id("users"), tokenHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, tokenHash }) => {
    await resets.keepReset(ctx, userId, tokenHash);
    return null;
  },
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

/** The next batch of the refresh tokens that a session leaves. */
export const dropTokens = internalMutation({
  args: { sessionId: v.id("authSessions") },
  returns: v.null(),
  handler: async (ctx, { sessionId }) => {
    await accounts.dropTokens(ctx, sessionId);
    return null;
  },
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
