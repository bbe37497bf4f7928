/** Mails and notifications that are to be sent, and messages to the organisers. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { storedMessage } from "../validators/common";
import { mail } from "../validators/mail";
import { notification } from "../validators/push";

const queued = {
  tries: v.number(),
  /** When it is tried next. While a try goes on: when it is tried again if nothing comes of that. */
  due: v.number(),
  /** It was queued for this later time (ms), and is late only from then on. */
  heldUntil: v.optional(v.number()),
};

/** Of what is sent many to a request. */
const together = {
  /** The key of the request that it was in, if the provider may have taken it. It goes again with the same ones by the same key. */
  batch: v.optional(v.string()),
  /** It goes by itself, by a key of its own: it did before, or a request with several was refused, and nobody knows for which. */
  alone: v.optional(v.literal(true)),
};

const mailOf = {
  /** The user whom it goes to; absent: the organisers, or nobody. */
  userId: v.optional(v.id("users")),
  mail,
  /** The provider takes no mail to that address. */
  isUndeliverable: v.optional(v.literal(true)),
};

export const mailsTables = {
  /** A message from the contact form, kept for thirty days. */
  contactMessages: defineTable(storedMessage).index("by_email", ["email"]),

  /** What was not accepted yet by the service that delivers it. Deleted once it is accepted or given up. */
  outbox: defineTable(
    v.union(
      /** A sign-up code for an address without an account, in the form of `codes`; before all others. */
      v.object({
        ...queued,
        ...together,
        channel: v.literal("code"),
        email: v.string(),
        codeHash: v.string(),
        linkHash: v.string(),
        /** The digits and the token of the link, encrypted: the same ones go again until they are accepted. */
        sealed: v.string(),
      }),
      /** A mail, many to a request. Of addresses it holds none. */
      v.object({ ...queued, ...together, ...mailOf, channel: v.literal("mail") }),
      /** A mail with a link that each try makes anew, so that it goes by itself. */
      v.object({ ...queued, ...mailOf, channel: v.literal("link") }),
      v.object({ ...queued, channel: v.literal("push"), userId: v.id("users"), notification }),
    ),
  )
    .index("by_channel_and_due", ["channel", "due"])
    .index("by_userId", ["userId"])
    .index("by_email", ["email"])
    .index("by_batch", ["batch"]),

  /** Who sends mails now, and how fast. One row. */
  mailSender: defineTable({
    /** Which of the senders it is, counted upwards. It sends until this time, unless it goes on; 0: nobody does. */
    turn: v.number(),
    until: v.number(),
    /** When the last requests to the provider began. */
    startedAt: v.array(v.number()),
    /** The last request was for codes, so others are next. */
    sentCodes: v.boolean(),
    /** How often in a row the provider took nothing, and until when it is left alone. */
    failures: v.number(),
    notBefore: v.number(),
  }),

  /**
   * Who is to be mailed about new likes next, since the first of them: they asked for it, and no phone tells them. In the order in which
   * the likes came.
   */
  likesToMail: defineTable({
    userId: v.id("users"),
    /** They cannot be told now, as while they are suspended. The next like ends that. */
    parked: v.optional(v.literal(true)),
  })
    .index("by_parked", ["parked"])
    .index("by_userId", ["userId"]),

  /** Which mails a user wants, and which they got last. Without a row: mails about matches and messages, none about likes. */
  mailSettings: defineTable({
    userId: v.id("users"),
    /** They asked to be mailed about new likes. Likes up to this time are old: mailed about, or from before the user asked. */
    likesUntil: v.optional(v.number()),
    /** They switched off the mails about matches and messages. */
    noticesOff: v.optional(v.literal(true)),
    /** The festival day of their last mail about a match, and of their last one about messages. */
    noticedOn: v.optional(v.object({ match: v.optional(v.number()), message: v.optional(v.number()) })),
  }).index("by_userId", ["userId"]),
};
