/** Mails that are to be sent, and messages to the organisers. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { storedMessage } from "../validators";
import { mail } from "../validatorsMail";

export const mailsTables = {
  /** A message from the contact form, kept for thirty days. */
  contactMessages: defineTable(storedMessage).index("by_email", ["email"]),

  /** A mail that the mail provider has not accepted yet. It holds no address. Deleted once it is accepted or given up. */
  outbox: defineTable({
    /** The user whom it goes to; absent: the organisers, or nobody. */
    userId: v.optional(v.id("users")),
    mail,
    tries: v.number(),
    /** When it is tried again if the current try fails. */
    due: v.number(),
  })
    .index("by_due", ["due"])
    .index("by_userId", ["userId"]),

  /** A user who asked to be mailed about new likes. Others have no row. */
  likeMails: defineTable({
    userId: v.id("users"),
    /** Likes up to this time are old: they were mailed about, or are from before the user asked. */
    until: v.number(),
  }).index("by_userId", ["userId"]),
};
