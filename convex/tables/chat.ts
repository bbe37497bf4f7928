/** Chat between the two people of a match. */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { lastMessage } from "../validators/chat";

export const chatTables = {
  /**
   * A match's thread, as one of its two people has it. The first message writes both sides. They go together when the match
   * ends or one person is suspended. Messages name the side with the smaller user id.
   */
  chatThreads: defineTable({
    userId: v.id("users"),
    match: v.id("matches"),
    other: v.id("users"),
    lastAt: v.number(),
    last: lastMessage,
    /** Unread messages of the other person, up to `limits.unreadMost`. */
    unread: v.number(),
    /** The last position that they have seen. */
    readUpTo: v.number(),
    /**
     * The position of the other person's first link, number or handle. Such messages are held back, and count as unseen, until
     * the reader chooses to see them.
     */
    heldFrom: v.optional(v.number()),
    /** They chose to see them, including later ones. */
    showsContacts: v.optional(v.literal(true)),
    /** They were notified of the messages that are unread now. */
    notified: v.optional(v.literal(true)),
  })
    .index("by_match", ["match"])
    .index("by_userId_and_lastAt", ["userId", "lastAt"])
    .index("by_userId_and_unread", ["userId", "unread"]),

  /** A message. Positions count from one in each thread, in the order of acceptance. */
  chatMessages: defineTable({
    thread: v.id("chatThreads"),
    from: v.id("users"),
    position: v.number(),
    /** Made by the sender's client. The same key again is the same message. */
    key: v.string(),
    text: v.string(),
    at: v.number(),
    /** It contains a link, a number or a handle. */
    hasContacts: v.optional(v.literal(true)),
  })
    .index("by_thread_and_position", ["thread", "position"])
    .index("by_thread_and_from_and_key", ["thread", "from", "key"]),

  /** A person has a thread open, until this time unless renewed. Without a row, typing writes nothing. */
  chatViews: defineTable({
    match: v.id("matches"),
    userId: v.id("users"),
    until: v.number(),
    /** When the other person last typed. */
    typedAt: v.optional(v.number()),
  }).index("by_match_and_userId", ["match", "userId"]),
};
