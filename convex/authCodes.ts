/** Internal functions: what the actions of `auth` do with sign-up codes in the database. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import * as accounts from "./model/authAccounts";
import * as codes from "./model/authCodes";
import { claimAtSignUp, mayUseTicket } from "./model/ticketsClaiming";
import { codeCheck, codeMail, madeAccount } from "./validators";

const given = v.object({ hash: v.string(), isLink: v.boolean() });

export const reserveMail = internalMutation({
  args: { email: v.string(), isProven: v.boolean() },
  returns: codeMail,
  handler: async (ctx, { email, isProven }) => await codes.reserveMail(ctx, email, isProven),
});

export const releaseMail = internalMutation({
  args: { email: v.string(), isUndeliverable: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { email, isUndeliverable }) => await codes.releaseMail(ctx, email, isUndeliverable),
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
  args: { email: v.string(), given, secret: v.string(), codeHash: v.union(v.string(), v.null()) },
  returns: madeAccount,
  handler: async (ctx, { email, secret, codeHash, ...args }) => {
    if (!(await mayUseTicket(ctx, email, codeHash))) return "noTicket";
    const isRight = await codes.useCode(ctx, email, args.given);
    if (!isRight || !(await accounts.makeAccount(ctx, email, secret))) return "wrong";
    await claimAtSignUp(ctx, email, codeHash);
    return "made";
  },
});
