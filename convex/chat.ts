/**
 * Chat between the two people of a match. Every function throws the same NOT_FOUND for a match that is unknown, over, or not the caller's.
 */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { approvedMutation, approvedQuery, memberQuery } from "./functions";
import { listMessages, sendMessage, sharedOpeners } from "./model/chat/chat";
import { markRead as markReadUpTo, revealContacts, seenUpTo } from "./model/chat/reading";
import { clearOthersUnread as clearUnread } from "./model/chat/unreadCounts";
import { removeThreads as removeThreadsOf, removeMessages } from "./model/chat/removal";
import { listThreads } from "./model/rows/threads";
import { recordOpen, recordTyping, typedAt } from "./model/chat/typing";
import { messagePage, sentMessage, threadEntry } from "./validators/chat";

const matchArg = { matchId: v.string() };

/** Returns the caller's threads that have messages, newest first: a hundred, or up to `limit`. */
export const threads = approvedQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(threadEntry),
  handler: async (ctx, { limit }) => await listThreads(ctx, ctx.user._id, limit),
});

/**
 * Returns the newest messages of a thread, or the newest before a position. A page has fifty messages, or up to `limit` if that is fewer.
 */
export const messages = approvedQuery({
  args: { ...matchArg, before: v.optional(v.number()), limit: v.optional(v.number()) },
  returns: messagePage,
  handler: async (ctx, { matchId, ...page }) => await listMessages(ctx, ctx.user, matchId, page),
});

/**
 * Returns the last position that the other person has seen. With `mine`: the last one that the caller has marked as read. Zero: none.
 * Separate from `messages`, so that a read mark does not rerun that query.
 */
export const seen = approvedQuery({
  args: { ...matchArg, mine: v.optional(v.boolean()) },
  returns: v.number(),
  handler: async (ctx, { matchId, mine = false }) => await seenUpTo(ctx, ctx.user, matchId, mine),
});

/**
 * Sends a message. Idempotent by `key`: the same key returns the same result and writes nothing. Throws TOO_MANY_TRIES past
 * twenty a minute or a thousand a day.
 */
export const send = approvedMutation({
  hasOwnLimit: true,
  args: { ...matchArg, key: v.string(), text: v.string() },
  returns: sentMessage,
  handler: async (ctx, { matchId, ...input }) => await sendMessage(ctx, ctx.user, matchId, input),
});

/** Marks the thread as read up to a position. The other person sees that. */
export const markRead = approvedMutation({
  // Writes at most once per received message.
  hasOwnLimit: true,
  args: { ...matchArg, upTo: v.number() },
  returns: v.null(),
  handler: async (ctx, { matchId, upTo }) => await markReadUpTo(ctx, ctx.user, matchId, upTo),
});

/** Reveals the other person's links, numbers and handles in this thread, in old and new messages. */
export const reveal = approvedMutation({
  args: matchArg,
  returns: v.null(),
  handler: async (ctx, { matchId }) => await revealContacts(ctx, ctx.user, matchId),
});

/**
 * Records that the thread is open on the caller's screen, for `limits.threadOpenMs` from now, or closed. Screens repeat it every
 * `limits.threadOpenAgainMs`. While it is open, the caller sees the other person type and gets no notifications.
 */
export const look = approvedMutation({
  hasOwnLimit: true,
  args: { ...matchArg, open: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { matchId, open }) => await recordOpen(ctx, ctx.user, matchId, open),
});

/**
 * Records that the caller is typing. Screens call it at most every `limits.typingPauseMs`. Writes nothing unless the other person has the
 * thread open.
 */
export const typing = approvedMutation({
  hasOwnLimit: true,
  args: matchArg,
  returns: v.null(),
  handler: async (ctx, { matchId }) => await recordTyping(ctx, ctx.user, matchId),
});

/**
 * Returns when the other person last typed, in server time, or zero if not while the caller had the thread open. A screen shows it for
 * `limits.typingShownMs` by its own clock, whenever the number changes.
 */
export const isTyping = approvedQuery({
  args: matchArg,
  returns: v.number(),
  handler: async (ctx, { matchId }) => await typedAt(ctx, ctx.user, matchId),
});

/** Returns three opening lines, based on what the two people have in common. */
export const openers = memberQuery({
  args: matchArg,
  returns: v.array(v.string()),
  handler: async (ctx, { matchId }) => await sharedOpeners(ctx, ctx.me, matchId),
});

/** Deletes the next messages of a thread that has ended. */
export const removeWords = internalMutation({
  args: {
    thread: v.id("chatThreads"),
    sides: v.optional(v.array(v.object({ userId: v.id("users"), match: v.id("matches") }))),
  },
  returns: v.null(),
  handler: async (ctx, { thread, sides }) => await removeMessages(ctx, thread, sides),
});

/** Ends the next threads of a suspended user. */
export const removeThreads = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => await removeThreadsOf(ctx, userId),
});

/** Removes the next threads of a hidden user from other people's unread counts. */
export const clearOthersUnread = internalMutation({
  args: { userId: v.id("users"), cursor: v.string() },
  returns: v.null(),
  handler: async (ctx, { userId, cursor }) => {
    await clearUnread(ctx, userId, cursor);
    return null;
  },
});
