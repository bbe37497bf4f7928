/** Internal functions: the database part of sign-up codes, for the actions of `auth`. */
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import * as codes from "./model/auth/codes";
import { senderNow } from "./model/mails/sending";
import { makeAccount as newAccount } from "./model/signUp";
import { claimAtSignUp, mayUseTicket } from "./model/tickets/claiming";
import { codeCheck, codeMail, madeAccount, queuedCodeState } from "./validators/common";

const given = v.object({ hash: v.string(), isLink: v.boolean() });

export const queueCode = internalMutation({
  args: { email: v.string(), codeHash: v.string(), linkHash: v.string(), sealed: v.string(), isProven: v.boolean() },
  returns: codeMail,
  handler: async (ctx, { isProven, ...code }) => await codes.queueCode(ctx, code, isProven),
});

/** Returns whether a queued code was mailed, and the current sender of mails: see `senderNow`. */
export const stateOfMail = internalQuery({
  args: { email: v.string(), queued: v.string() },
  returns: queuedCodeState,
  handler: async (ctx, { email, queued }) => ({
    state: await codes.stateOfMail(ctx, email, queued),
    ...(await senderNow(ctx)),
  }),
});

export const checkCode = internalMutation({
  args: { email: v.string(), given, isProven: v.boolean() },
  returns: codeCheck,
  handler: async (ctx, args) => await codes.checkCode(ctx, args.email, args.given, args.isProven),
});

export const makeAccount = internalMutation({
  args: { email: v.string(), given, secret: v.string(), codeHash: v.union(v.string(), v.null()) },
  returns: madeAccount,
  handler: async (ctx, { email, secret, codeHash, ...args }) => {
    if (!(await mayUseTicket(ctx, email, codeHash))) return "noTicket";
    const isRight = await codes.useCode(ctx, email, args.given);
    if (!isRight || !(await newAccount(ctx, email, secret))) return "wrong";
    await claimAtSignUp(ctx, email, codeHash);
    return "made";
  },
});
