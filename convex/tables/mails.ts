/** Mails and notifications that are to be sent, and messages to the organisers. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { storedMessage } from "../validators";
import { mail } from "../validatorsMail";
import { notification } from "../validatorsPush";

const queued = {
  tries: v.number(),
  /** When it is tried again if the current try fails, or first if it is held back. */
  due: v.number(),
};

export const mailsTables = {
  /** A message from the contact form, kept for thirty days. */
  contactMessages: defineTable(storedMessage).index("by_email", ["email"]),

  /** What was not accepted yet by the service that delivers it. It holds no address. Deleted once it is accepted or given up. */
  outbox: defineTable(
    v.union(
      /** The user whom it goes to; absent: the organisers, or nobody. */
      v.object({
        ...queued,
        channel: v.literal("mail"),
        userId: v.optional(v.id("users")),
        mail,
        /** The provider takes no mail to that address. */
        isUndeliverable: v.optional(v.literal(true)),
      }),
      v.object({ ...queued, channel: v.literal("push"), userId: v.id("users"), notification }),
    ),
  )
    .index("by_channel_and_due", ["channel", "due"])
    .index("by_userId", ["userId"]),

  /** A user who asked to be mailed about new likes. Others have no row. */
  likeMails: defineTable({
    userId: v.id("users"),
    /** Likes up to this time are old: they were mailed about, or are from before the user asked. */
    until: v.number(),
  }).index("by_userId", ["userId"]),
};
