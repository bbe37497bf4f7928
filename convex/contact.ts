/** The contact form, and where to get help at the festival. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { attendeeOf, publicMutation, publicQuery } from "./functions";
import * as contact from "./model/contact";
import { shownOf } from "./model/festival/festival";
import { contactMessage } from "./validators/common";

/** Sends a message to the organisers. `to` is accepted and ignored. `appeal` marks the mail of a suspended person, with their own address. */
export const send = publicMutation({
  args: {
    ...contactMessage.fields,
    to: v.optional(v.string()),
    appeal: v.optional(v.boolean()),
    proof: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { proof, ...args }) => {
    const sender = await attendeeOf(ctx);
    const isAppeal = args.appeal === true && sender?.status === "suspended";
    const message = isAppeal ? { ...args, email: sender.email } : args;
    await contact.sendMessage(ctx, message, { account: sender?._id, isAppeal, proof });
    return null;
  },
});

/** Deletes the next messages of the address that a message is from, after its account. */
export const removeRest = internalMutation({
  args: { messageId: v.id("contactMessages") },
  returns: v.null(),
  handler: async (ctx, { messageId }) => {
    await contact.deleteMessagesLike(ctx, messageId);
    return null;
  },
});

/** Where to get help at the festival, in the organisers' words; null when they name no place. */
export const helpPoint = publicQuery({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async (ctx) => (await shownOf(ctx)).helpPoint || null,
});
