import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { pushKinds } from "../shared/options";
import { recordOf } from "../shared/records";

export const pushKind = literals(...pushKinds);

/** A browser's subscription: its endpoint, and keys for messages that only this browser can decrypt. Base64url without padding. */
export const pushSubscription = v.object({ endpoint: v.string(), p256dh: v.string(), auth: v.string() });

/** A notification as the outbox stores it. Its text is written when it is sent. */
export const notification = v.object({
  kind: pushKind,
  /** On a phone, a notification replaces an earlier one with the same tag. */
  tag: v.string(),
  /** The match it is about. Absent: none, or several. */
  matchId: v.optional(v.id("matches")),
  /** The number of events while the notification waited. */
  count: v.number(),
  /** The subscriptions that have not received it yet. Absent: all. */
  to: v.optional(v.array(v.id("pushSubscriptions"))),
  /** The mail to send instead if no phone gets it. */
  orMail: v.optional(literals("approval", "newLikes")),
  /** True once a browser has received it. */
  isDelivered: v.optional(v.literal(true)),
});

/** A try at sending a notification. */
export const pushTry = v.object({
  to: v.array(pushSubscription.extend({ id: v.id("pushSubscriptions") })),
  /** JSON, as `src/lib/pwaNotifications.ts` reads it. */
  payload: v.string(),
  /** The push service keeps only the newest undelivered message of a topic. */
  topic: v.string(),
  urgent: v.boolean(),
  /** The contact for push services. */
  contact: v.string(),
});

/** The outcome of sending. gone: the subscription has ended. refused: never accepted, do not retry. failed: try again. */
export const pushResult = v.object({
  id: v.id("pushSubscriptions"),
  outcome: literals("sent", "gone", "refused", "failed"),
});

const choices = v.object(recordOf(pushKinds, () => v.boolean()));

/** The settings that a user may change. */
export const pushChange = v.object({
  kinds: v.optional(choices.partial()),
  showNames: v.optional(v.boolean()),
  /** True once the user has said whether they want notifications. */
  asked: v.optional(v.literal(true)),
});

/** A user's notification settings. */
export const pushSettings = v.object({
  /** The key that a browser subscribes with. Null: this deployment sends no notifications. */
  key: v.union(v.string(), v.null()),
  kinds: choices,
  showNames: v.boolean(),
  /** True once the user has been asked whether they want notifications. */
  asked: v.boolean(),
  /** True if the user said yes: each browser they sign in with gets notifications, if it allows them. */
  wanted: v.boolean(),
  /** The endpoint of the calling device. Null: it gets no notifications. */
  here: v.union(v.string(), v.null()),
  /** How many devices get notifications. */
  devices: v.number(),
});
