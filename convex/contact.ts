/** The contact form, and where to get help at the festival. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { attendeeOf, publicMutation, publicQuery } from "./functions";
import * as contact from "./model/contact";
import { shownOf } from "./model/festival/festival";
import { contactMessage } from "./validators/common";

/**
 * Sends a message to the organisers. `to` is accepted and ignored. `appeal` marks the message of a suspended person, and sends
 * it from their account's address.
 */
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

/** Deletes the next messages from the address of this message, after its account was deleted. */
export const removeRest = internalMutation({
  args: { messageId: v.id("contactMessages") },
  returns: v.null(),
  handler: async (ctx, { messageId }) => await contact.deleteMessagesLike(ctx, messageId),
});

/** Returns the organisers' text on where to get help at the festival, or null. */
export const helpPoint = publicQuery({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async (ctx) => (await shownOf(ctx)).helpPoint || null,
});
