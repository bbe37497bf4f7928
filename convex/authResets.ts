/** Internal functions: the database part of reset links, for the actions of `auth` and the mail queue. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import * as resets from "./model/resets";
import { budgetRefusal, linkCheck } from "./validators/common";

export const requestReset = internalMutation({
  args: { email: v.string(), isProven: v.boolean() },
  returns: v.union(budgetRefusal, v.null()),
  handler: async (ctx, { email, isProven }) => await resets.requestReset(ctx, email, isProven),
});

export const saveReset = internalMutation({
  args: { userId: v.id("users"), tokenHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, tokenHash }) => await resets.saveReset(ctx, userId, tokenHash),
});

export const checkReset = internalMutation({
  args: { tokenHash: v.string(), isProven: v.boolean() },
  returns: linkCheck,
  handler: async (ctx, { tokenHash, isProven }) => await resets.checkReset(ctx, tokenHash, isProven),
});

export const useReset = internalMutation({
  args: { tokenHash: v.string(), secret: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { tokenHash, secret }) => await resets.useReset(ctx, tokenHash, secret),
});
