import { defineTable } from "convex/server";
import { v } from "convex/values";
import { lastMessage } from "../validators/chat";

const counter = v.object({ value: v.number(), ts: v.number() });

export const chatTables = {
  /**
   * A match's thread: the data of its page besides the messages. The first message creates it and both sides. All three are deleted
   * together when the match ends or one person is suspended. Read marks and messages without contact details do not write this row, so it
   * does not make them rerun the page's query.
   */
  chatThreads: defineTable({
    match: v.id("matches"),
    /** The two people of the match, so that queries of the thread need not read the match. */
    people: v.array(v.id("users")),
    /**
     * The position of each person's first link, number or handle. Such messages are held back, and count as unseen, until the other
     * person chooses to see them.
     */
    held: v.array(v.object({ by: v.id("users"), from: v.number() })),
    /** The people who chose to see such messages, old and new. */
    shownTo: v.array(v.id("users")),
  }).index("by_match", ["match"]),

  /** A thread in the list of one of its two people. */
  chatSides: defineTable({
    userId: v.id("users"),
    match: v.id("matches"),
    other: v.id("users"),
    lastAt: v.number(),
    last: lastMessage,
    /** Unread messages of the other person, up to `limits.unreadMax`. */
    unread: v.number(),
    /** True if the person was notified of the messages that are unread now. */
    notified: v.optional(v.literal(true)),
  })
    .index("by_match_and_userId", ["match", "userId"])
    .index("by_userId_and_lastAt", ["userId", "lastAt"])
    .index("by_userId_and_unread", ["userId", "unread"]),

  /** The last position of a thread that a person has seen. Absent: none. */
  chatSeen: defineTable({ match: v.id("matches"), userId: v.id("users"), upTo: v.number() }).index(
    "by_match_and_userId",
    ["match", "userId"],
  ),

  /** A message. Positions count from one in each thread, in the order of acceptance. */
  chatMessages: defineTable({
    thread: v.id("chatThreads"),
    from: v.id("users"),
    position: v.number(),
    /** Made by the sender's client. A second message with the same key is the same message. */
    key: v.string(),
    text: v.string(),
    at: v.number(),
    /** True if the message contains a link, a number or a handle. */
    hasContacts: v.optional(v.literal(true)),
  })
    .index("by_thread_and_position", ["thread", "position"])
    .index("by_thread_and_from_and_key", ["thread", "from", "key"]),

  /** The messages that a person may still write this minute and this day, and when (ms) each count was made. */
  messageCounters: defineTable({ userId: v.id("users"), minute: counter, day: counter }).index("by_userId", ["userId"]),

  /** A person has a thread open, until this time unless renewed. Without a row, typing writes nothing. */
  chatViews: defineTable({
    match: v.id("matches"),
    userId: v.id("users"),
    until: v.number(),
  }).index("by_match_and_userId", ["match", "userId"]),

  /**
   * When a person last typed while the other one had the thread open. Separate from `chatViews`, because an open page renews that row,
   * which would rerun the typing query.
   */
  chatTypings: defineTable({ match: v.id("matches"), userId: v.id("users"), at: v.number() }).index(
    "by_match_and_userId",
    ["match", "userId"],
  ),
};
