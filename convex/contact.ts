import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { attendeeOf, publicMutation } from "./functions";
import * as contact from "./model/contact";
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
  },
});

/** Deletes the next messages from the address of this message, after its account was deleted. */
export const removeRest = internalMutation({
  args: { messageId: v.id("contactMessages") },
  returns: v.null(),
  handler: async (ctx, { messageId }) => await contact.deleteMessagesFromSameSender(ctx, messageId),
});
