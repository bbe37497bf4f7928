/** The contact form. */
import { v } from "convex/values";
import { publicMutation } from "./functions";
import * as contact from "./model/contact";
import { contactMessage } from "./validators";

/** Sends a message to the organisers. `to` is accepted and ignored. */
export const send = publicMutation({
  args: { ...contactMessage.fields, to: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, args) => await contact.sendMessage(ctx, args),
});
