/** Sign-up codes in the database: what the actions of `auth` do there. Nobody outside calls these. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import * as accounts from "./model/authAccounts";
import * as codes from "./model/authCodes";
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
