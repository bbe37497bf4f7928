/** Internal functions: what the actions of `auth` do with sign-up codes in the database. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import * as accounts from "./model/authAccounts";
import * as codes from "./model/authCodes";
import { codeCheck, codeMail } from "./validators";

const given = v.object({ hash: v.string(), isLink: v.boolean() });

export const reserveMail = internalMutation({
  args: { email: v.string(), isProven: v.boolean() },
  returns: codeMail,
  handler: async (ctx, { email, isProven }) => await codes.reserveMail(ctx, email, isProven),
});

export const releaseMail = internalMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => await codes.releaseMail(ctx, email),
});

export const saveCode = internalMutation({
  args: { email: v.string(), codeHash: v.string(), linkHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, codeHash, linkHash }) => await codes.saveCode(ctx, email, codeHash, linkHash),
});

export const checkCode = internalMutation({
  args: { email: v.string(), given },
  returns: codeCheck,
  handler: async (ctx, args) => await codes.checkCode(ctx, args.email, args.given),
});

export const makeAccount = internalMutation({
  args: { email: v.string(), given, secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { email, secret, ...args }) =>
    (await codes.useCode(ctx, email, args.given)) && (await accounts.makeAccount(ctx, email, secret)),
});
