/** The moderators' room: the queue, its decisions and figures. Moderators are made from the command line only. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { moderatorMutation, moderatorQuery } from "./functions";
import * as accounts from "./model/authAccounts";
import { checkPassword, hashPassword } from "./model/authSecrets";
import * as moderation from "./model/moderation";
import { fail } from "./shared/errors";
import { email as emailField, firstSentence, newPassword } from "./shared/forms";
import { moderationStats, waitingProfile } from "./validators";

/** The versions that wait, oldest first, fifty at most. */
export const queue = moderatorQuery({
  args: {},
  returns: v.array(waitingProfile),
  handler: async (ctx) => await moderation.queue(ctx),
});

/** Decides on the version that was seen, once. */
export const decide = moderatorMutation({
  args: { id: v.id("submissions"), approved: v.boolean(), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await moderation.decide(ctx, ctx.moderator, args);
    return null;
  },
});

/** How many wait and are approved, and the last ten decisions. */
export const stats = moderatorQuery({
  args: {},
  returns: moderationStats,
  handler: async (ctx) => await moderation.stats(ctx),
});

/** Makes a moderator or sets their password; the same again changes nothing. `npx convex run moderator:create`. */
export const create = internalAction({
  args: { email: v.string(), password: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    const [address, password] = [emailField.safeParse(args.email), newPassword.safeParse(args.password)];
    if (!address.success) fail("BAD_INPUT", firstSentence(address.error));
    if (!password.success) fail("BAD_INPUT", firstSentence(password.error));
    const email = address.data;
    const secret: string | null = await ctx.runQuery(internal.moderator.secretOf, { email });
    if (secret !== null && (await checkPassword(password.data, secret))) return null;
    await ctx.runMutation(internal.moderator.keep, { email, secret: await hashPassword(password.data) });
    return null;
  },
});

export const secretOf = internalQuery({
  args: { email: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { email }) => (await accounts.findAccount(ctx, "moderator", email))?.account.secret ?? null,
});

export const keep = internalMutation({
  args: { email: v.string(), secret: v.string() },
  returns: v.null(),
  handler: async (ctx, { email, secret }) => {
    await accounts.keepModerator(ctx, email, secret);
    return null;
  },
});
