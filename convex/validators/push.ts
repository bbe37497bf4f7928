import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { pushKinds } from "../shared/options";

export const pushKind = literals(...pushKinds);

/** What a browser gives: where to send to, and the keys by which only this browser can read it. Base64url without padding. */
export const pushSubscription = v.object({ endpoint: v.string(), p256dh: v.string(), auth: v.string() });

/** A notification as the outbox stores it. Its words are made when it is sent. */
export const notification = v.object({
  kind: pushKind,
  /** On the phone a notification replaces the one with the same tag. */
  tag: v.string(),
  /** The match that it is about; absent: none, or several. */
  matchId: v.optional(v.id("matches")),
  /** How often it happened while the notification waited. */
  count: v.number(),
  /** To which subscriptions it is still to be sent; absent: to all. */
  to: v.optional(v.array(v.id("pushSubscriptions"))),
  /** The mail that says the same, if no phone tells it. */
  orMail: v.optional(literals("approval", "newLikes")),
  /** A browser has it already. */
  told: v.optional(v.literal(true)),
});

/** A try at sending a notification. */
export const pushTry = v.object({
  to: v.array(pushSubscription.extend({ id: v.id("pushSubscriptions") })),
  /** JSON, as `src/lib/pwaNotifications.ts` reads it. */
  payload: v.string(),
  /** Of several undelivered messages with one topic, the push service keeps the newest. */
  topic: v.string(),
  urgent: v.boolean(),
  /** Whom a push service may write to about it. */
  contact: v.string(),
});

/** What came of sending. gone: the subscription has ended; refused: this message will never be taken; failed: try again. */
export const pushResult = v.object({
  id: v.id("pushSubscriptions"),
  outcome: literals("sent", "gone", "refused", "failed"),
});

const wishes = v.object({
  match: v.boolean(),
  message: v.boolean(),
  likes: v.boolean(),
  approval: v.boolean(),
  announcement: v.boolean(),
});

/** What a user may change. */
export const pushChange = v.object({
  kinds: v.optional(wishes.partial()),
  showNames: v.optional(v.boolean()),
  /** They answered the question whether they want notifications. */
  asked: v.optional(v.literal(true)),
});

/** A user's notifications, as their settings show them. */
export const pushSettings = v.object({
  /** The key that a browser subscribes with; null: this deployment sends no notifications. */
  key: v.union(v.string(), v.null()),
  kinds: wishes,
  showNames: v.boolean(),
  /** They were asked once whether they want notifications. */
  asked: v.boolean(),
  /** They said yes. */
  wanted: v.boolean(),
  /** The endpoint of the device that asks; null: it gets none. */
  here: v.union(v.string(), v.null()),
  /** How many devices get notifications. */
  devices: v.number(),
});
