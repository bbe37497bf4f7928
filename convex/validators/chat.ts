/** The shapes of threads and messages. Times in ms since 1970. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";

/** The last message of a thread, as one side sees it. The text of a held-back message is empty. */
export const lastMessage = v.object({
  text: v.string(),
  mine: v.boolean(),
  position: v.number(),
  held: v.optional(v.literal(true)),
});

export const threadEntry = v.object({
  matchId: v.id("matches"),
  last: v.object({
    text: v.string(),
    mine: v.boolean(),
    at: v.number(),
    position: v.number(),
    /** True if the message contains a link, a number or a handle that the caller has not chosen to see. Its text is then empty. */
    held: v.boolean(),
  }),
  /** The caller's unread messages, up to `limits.unreadMax`. */
  unread: v.number(),
});

/** A message as one of the two people sees it. */
export const message = v.object({
  position: v.number(),
  mine: v.boolean(),
  text: v.string(),
  at: v.number(),
  held: v.boolean(),
  /** The caller's own messages only: the key it was sent with. */
  key: v.optional(v.string()),
});

export const messagePage = v.object({
  /** The newest fifty before the requested position, oldest first. */
  messages: v.array(message),
  /** True if there are older messages. */
  more: v.boolean(),
  /** True if the app must ask the caller whether to show the other person's links, numbers and handles. */
  hold: v.boolean(),
});

/** A message named by a report: its thread's match and its position. */
export const namedMessage = v.object({ matchId: v.string(), position: v.number() });

/** The messages around a reported one, oldest first. `named`: the reported message itself. */
export const evidenceMessages = v.array(
  v.object({
    by: literals("reporter", "reported"),
    text: v.string(),
    at: v.number(),
    named: v.boolean(),
  }),
);

/** A message's position in its thread, and when it was accepted. */
export const sentMessage = v.object({ position: v.number(), at: v.number() });
