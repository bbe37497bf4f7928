/** The contact form. */
import { v } from "convex/values";
import { attendeeOf, publicMutation } from "./functions";
import * as contact from "./model/contact";
import { contactMessage } from "./validators";

/** Sends a message to the organisers. `to` is accepted and ignored. `appeal` marks the mail of a suspended person, with their own address. */
export const send = publicMutation({
  args: { ...contactMessage.fields, to: v.optional(v.string()), appeal: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, args) => {
    const sender = await attendeeOf(ctx);
    const appealing = args.appeal === true && sender?.status === "suspended" ? sender : null;
    await contact.sendMessage(ctx, appealing === null ? args : { ...args, email: appealing.email }, appealing !== null);
    return null;
  },
});
