/** Queued mails and notifications, and messages to the organisers. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { storedMessage } from "../validators/common";
import { mail } from "../validators/mail";
import { notification } from "../validators/push";

const queued = {
  tries: v.number(),
  /** When the next try is due. During a try: when to retry if it is interrupted. */
  due: v.number(),
  /** A later time (ms) that the entry was queued for. It counts as late only from then on. */
  heldUntil: v.optional(v.number()),
};

/** For rows that are sent in batches. */
const together = {
  /** The key of the row's last request, if the provider may have accepted it. The retry has the same rows and the same key. */
  batch: v.optional(v.string()),
  /**
   * True if the row is sent alone, with its own key. Either its last request was alone, or the provider refused a batch without naming the
   * wrong mail.
   */
  alone: v.optional(v.literal(true)),
};

const mailOf = {
  /** The recipient. Absent: the organisers, or nobody. */
  userId: v.optional(v.id("users")),
  mail,
  /** True if the provider refuses mail to that address. */
  isUndeliverable: v.optional(v.literal(true)),
};

export const mailsTables = {
  /** A message from the contact form, kept for thirty days. */
  contactMessages: defineTable(storedMessage).index("by_email", ["email"]),

  /** A mail or notification that its service has not accepted yet. Deleted once accepted or given up. */
  outbox: defineTable(
    v.union(
      /** A sign-up code for an address without an account, as in `codes`. Goes before all others. */
      v.object({
        ...queued,
        ...together,
        channel: v.literal("code"),
        email: v.string(),
        codeHash: v.string(),
        linkHash: v.string(),
        /** The digits and the link token, encrypted. Each try sends the same ones until they are accepted. */
        sealed: v.string(),
      }),
      /** A mail, sent in batches. Contains no address. */
      v.object({ ...queued, ...together, ...mailOf, channel: v.literal("mail") }),
      /** A mail with a link. Each try creates a new link, so it is sent alone. */
      v.object({ ...queued, ...mailOf, channel: v.literal("link") }),
      v.object({ ...queued, channel: v.literal("push"), userId: v.id("users"), notification }),
    ),
  )
    .index("by_channel_and_due", ["channel", "due"])
    .index("by_userId", ["userId"])
    .index("by_email", ["email"])
    .index("by_batch", ["batch"]),

  /** The current sender of mails and its speed. One row. */
  mailSender: defineTable({
    /** The number of this sender, counted upwards. Its lease ends at `until` unless renewed. 0: no sender. */
    turn: v.number(),
    until: v.number(),
    /** When the last requests to the provider began. */
    startedAt: v.array(v.number()),
    /** True if the last request was for codes, so other mail is next. */
    sentCodes: v.boolean(),
    /** The number of consecutive failed requests, and when to try again. */
    failures: v.number(),
    notBefore: v.number(),
  }),

  /** A user to mail about new likes, because they asked for it and no phone notifies them. In the order of the first new like. */
  likesToMail: defineTable({
    userId: v.id("users"),
    /** True if the user cannot be mailed now, for example while suspended. The next like clears this. */
    parked: v.optional(v.literal(true)),
  })
    .index("by_parked", ["parked"])
    .index("by_userId", ["userId"]),

  /** Which mails a user wants, and when they last got one. Without a row: mails about matches and messages, none about likes. */
  mailSettings: defineTable({
    userId: v.id("users"),
    /** Set if the user asked for mails about new likes. Likes up to this time are old: already mailed, or from before the request. */
    likesUntil: v.optional(v.number()),
    /** True if the user switched off mails about matches and messages. */
    noticesOff: v.optional(v.literal(true)),
    /** The festival days of the user's last mail about a match and of the last one about messages. */
    noticedOn: v.optional(v.object({ match: v.optional(v.number()), message: v.optional(v.number()) })),
  }).index("by_userId", ["userId"]),
};
