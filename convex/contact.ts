/** The contact form. */
import { v } from "convex/values";
import { publicMutation } from "./functions";
import * as contact from "./model/contact";
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
