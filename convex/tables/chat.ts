/** Chat between the two people of a match. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { lastMessage } from "../validators/chat";

export const chatTables = {
  /**
   * A match's thread as one of its two people has it. Both sides are written with the first message, and go together when the
   * match ends or one of the two is suspended. The side of the smaller user id stands for the thread: messages name it.
   */
  chatThreads: defineTable({
    userId: v.id("users"),
    match: v.id("matches"),
    other: v.id("users"),
    lastAt: v.number(),
    last: lastMessage,
    /** Messages of the other that they have not read, up to `limits.unreadMost`. */
    unread: v.number(),
    /** The last position that they have seen. */
    readUpTo: v.number(),
    /**
     * The position of the first link, number or handle that the other has sent. Such messages are held back, and count as not
     * seen, until they choose to see them.
     */
    heldFrom: v.optional(v.number()),
    /** They chose to see them, also later ones. */
    showsContacts: v.optional(v.literal(true)),
    /** They were notified of what is unread now. */
    notified: v.optional(v.literal(true)),
  })
    .index("by_match", ["match"])
    .index("by_userId_and_lastAt", ["userId", "lastAt"])
    .index("by_userId_and_unread", ["userId", "unread"]),

  /** A message. Positions count from one in each thread, in the order in which they were acknowledged. */
  chatMessages: defineTable({
    thread: v.id("chatThreads"),
    from: v.id("users"),
    position: v.number(),
    /** The sender's client made it up; the same key again is the same message. */
    key: v.string(),
    text: v.string(),
    at: v.number(),
    /** It has a link, a number or a handle. */
    hasContacts: v.optional(v.literal(true)),
  })
    .index("by_thread_and_position", ["thread", "position"])
    .index("by_thread_and_from_and_key", ["thread", "from", "key"]),

  /** Somebody has a thread open, until this time unless they say so again. While there is none, typing writes nothing. */
  chatViews: defineTable({
    match: v.id("matches"),
    userId: v.id("users"),
    until: v.number(),
    /** When the other last typed. */
    typedAt: v.optional(v.number()),
  }).index("by_match_and_userId", ["match", "userId"]),
};
