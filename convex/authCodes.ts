/** Internal functions: what the actions of `auth` do with sign-up codes in the database. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import * as accounts from "./model/authAccounts";
import * as codes from "./model/authCodes";
import { codeMail, secretCheck } from "./validators";

export const reserveMail = internalMutation({
  args: { email: v.string() },
  returns: codeMail,
  handler: async (ctx, { email }) => await codes.reserveMail(ctx, email),
});

export const releaseMail = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => await codes.releaseMail(ctx, email),
});

export const saveCode = internalMutation({
  args: { email: v.string(), codeHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, codeHash }) => await codes.saveCode(ctx, email, codeHash),
});

export const checkCode = internalMutation({
  args: { email: v.string(), codeHash: v.string() },
  returns: secretCheck,
  handler: async (ctx, { email, codeHash }) => await codes.checkCode(ctx, email, codeHash),
});

export const makeAccount = internalMutation({
  args: { email: v.string(), codeHash: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email, codeHash, secret }) =>
    (await codes.useCode(ctx, email, codeHash)) && (await accounts.makeAccount(ctx, email, secret)),
});
