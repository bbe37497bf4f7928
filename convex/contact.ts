/** The contact form. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation } from "./_generated/server";
import { publicMutation } from "./functions";
import * as contact from "./model/contact";
import { mailMessage } from "./services/email";
import { contactMessage } from "./validators";

/** Takes a message to the organisers. `to` may be sent along and is not looked at. */
export const send = publicMutation({
  args: { ...contactMessage.fields, to: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await contact.take(ctx, args);
    return null;
  },
});

/** One try at mailing a message. */
export const deliver = internalAction({
  args: { id: v.id("messages") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const message: typeof contactMessage.type | null = await ctx.runMutation(internal.contact.startTry, { id });
    if (message !== null && (await mailMessage(id, message))) await ctx.runMutation(internal.contact.endTries, { id });
    return null;
  },
});

export const startTry = internalMutation({
  args: { id: v.id("messages") },
  returns: v.union(contactMessage, v.null()),
  handler: async (ctx, { id }) => await contact.startTry(ctx, id),
});

export const endTries = internalMutation({
  args: { id: v.id("messages") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await contact.endTries(ctx, id);
    return null;
  },
});

export const retry = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await contact.retryDue(ctx);
    return null;
  },
});
