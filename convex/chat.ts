/** Chat between the two people of a match. NOT_FOUND alike for a match that is unknown, over, or of others. */
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { memberMutation, memberQuery } from "./functions";
import { listMessages, sendMessage, sharedOpeners } from "./model/chat/chat";
import { markRead as markReadUpTo, revealContacts } from "./model/chat/reading";
import { hushThreads as hushThreadsOf } from "./model/chat/hushing";
import { removeThreads as removeThreadsOf, removeWords as removeWordsOf } from "./model/chat/removal";
import { listThreads } from "./model/rows/threads";
import { keepOpen, noteTyping, typedAt } from "./model/chat/typing";
import { messagePage, sentMessage, threadEntry } from "./validators/chat";

const ofMatch = { matchId: v.string() };

/** My threads that have a message, the newest message first: a hundred, or up to `limit`. */
export const threads = memberQuery({
  args: { limit: v.optional(v.number()) },
  returns: v.array(threadEntry),
  handler: async (ctx, { limit }) => await listThreads(ctx, ctx.me.userId, limit),
});

/** The newest fifty messages of a thread, or the newest fifty before a position. */
export const messages = memberQuery({
  args: { ...ofMatch, before: v.optional(v.number()) },
  returns: messagePage,
  handler: async (ctx, { matchId, before }) => await listMessages(ctx, ctx.me, matchId, before),
});

/** Sends a message. The same key again gets the same answer and writes nothing. TOO_MANY_TRIES past twenty a minute, or a thousand a day. */
export const send = memberMutation({
  hasOwnLimit: true,
  args: { ...ofMatch, key: v.string(), text: v.string() },
  returns: sentMessage,
  handler: async (ctx, { matchId, ...given }) => await sendMessage(ctx, ctx.me, matchId, given),
});

/** I have seen the thread up to a position. The other is told. */
export const markRead = memberMutation({
  // It writes once for each message that came.
  hasOwnLimit: true,
  args: { ...ofMatch, upTo: v.number() },
  returns: v.null(),
  handler: async (ctx, { matchId, upTo }) => await markReadUpTo(ctx, ctx.me, matchId, upTo),
});

/** Shows me the other's links, numbers and handles in this thread, also later ones. */
export const reveal = memberMutation({
  args: ofMatch,
  returns: v.null(),
  handler: async (ctx, { matchId }) => await revealContacts(ctx, ctx.me, matchId),
});

/**
 * I have the thread open in front of me, for `limits.threadOpenMs` from now; or no more. Screens say it again every
 * `limits.threadOpenAgainMs`. Meanwhile I am shown when the other types, and not notified.
 */
export const look = memberMutation({
  hasOwnLimit: true,
  args: { ...ofMatch, open: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { matchId, open }) => await keepOpen(ctx, ctx.me, matchId, open),
});

/** I am typing. Screens say it every `limits.typingPauseMs` at most. Writes nothing unless the other has the thread open. */
export const typing = memberMutation({
  hasOwnLimit: true,
  args: ofMatch,
  returns: v.null(),
  handler: async (ctx, { matchId }) => await noteTyping(ctx, ctx.me, matchId),
});

/**
 * When the other last typed, in the server's time; zero: not while I had the thread open. A screen shows it for
 * `limits.typingShownMs`, by its own clock, whenever the number changes.
 */
export const isTyping = memberQuery({
  args: ofMatch,
  returns: v.number(),
  handler: async (ctx, { matchId }) => await typedAt(ctx, ctx.me, matchId),
});

/** Three first lines from what we both share. */
export const openers = memberQuery({
  args: ofMatch,
  returns: v.array(v.string()),
  handler: async (ctx, { matchId }) => await sharedOpeners(ctx, ctx.me, matchId),
});

/** Removes the next messages of a thread that has ended. */
export const removeWords = internalMutation({
  args: {
    thread: v.id("chatThreads"),
    sides: v.optional(v.array(v.object({ userId: v.id("users"), match: v.id("matches") }))),
  },
  returns: v.null(),
  handler: async (ctx, { thread, sides }) => await removeWordsOf(ctx, thread, sides),
});

/** Ends the next threads of somebody who is suspended. */
export const removeThreads = internalMutation({
  args: { userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { userId }) => await removeThreadsOf(ctx, userId),
});

/** Takes the next threads of somebody, who is not shown for a while, out of the unread messages of others. */
export const hushThreads = internalMutation({
  args: { userId: v.id("users"), before: v.number() },
  returns: v.null(),
  handler: async (ctx, { userId, before }) => await hushThreadsOf(ctx, userId, before),
});
