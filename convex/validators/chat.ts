/** The shapes of threads and messages. Times in ms since 1970. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";

/** The last message of a thread, as one side sees it. The text of a message that is held back is empty. */
export const lastMessage = v.object({
  text: v.string(),
  mine: v.boolean(),
  position: v.number(),
  held: v.optional(v.literal(true)),
});

/** A thread in the list. */
export const threadEntry = v.object({
  matchId: v.id("matches"),
  last: v.object({
    text: v.string(),
    mine: v.boolean(),
    at: v.number(),
    position: v.number(),
    /** It has a link, a number or a handle, and I have not chosen to see it. Then the text is empty. */
    held: v.boolean(),
  }),
  /** Messages that I have not read, up to `limits.unreadMost`. */
  unread: v.number(),
});

/** A message as one of the two people sees it. */
export const message = v.object({
  position: v.number(),
  mine: v.boolean(),
  text: v.string(),
  at: v.number(),
  held: v.boolean(),
  /** Of one's own messages: the key that it was sent with. */
  key: v.optional(v.string()),
});

/** A page of a thread. */
export const messagePage = v.object({
  /** The newest fifty before the asked position, oldest first. */
  messages: v.array(message),
  /** There are older ones. */
  more: v.boolean(),
  /** The last position that the other has seen, before the first that is held back from them; zero: none. */
  seenUpTo: v.number(),
  /** The last position that I have marked as read; zero: none. */
  readUpTo: v.number(),
  /** I am asked whether I want to see what the other's links, numbers and handles are. */
  hold: v.boolean(),
});

/** A message that a report names: whose thread, and where in it. */
export const namedMessage = v.object({ matchId: v.string(), position: v.number() });

/** What was said around a reported message, oldest first. `named`: the reported message itself. */
export const evidenceWords = v.array(
  v.object({
    by: literals("reporter", "reported"),
    text: v.string(),
    at: v.number(),
    named: v.boolean(),
  }),
);

/** Where a message stands in its thread, and when it was accepted. */
export const sentMessage = v.object({ position: v.number(), at: v.number() });
