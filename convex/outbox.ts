/** The job that sends the outbox. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { deleteOldMessages } from "./model/contact";
import { retryDue as retryDueEntries } from "./model/outbox";

/** Sends due mails and notifications, and deletes old messages. */
export const retryDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await retryDueEntries(ctx);
    await deleteOldMessages(ctx);
  },
});
