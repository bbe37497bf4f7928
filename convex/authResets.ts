/** Reset links in the database: what the actions of `auth` and the mail queue do there. Nobody outside calls these. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import * as resets from "./model/authResets";
import { verdict } from "./validators";

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
