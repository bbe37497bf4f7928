/** Notifications on phones: subscribing a browser, choosing kinds, and sending. */
import { getAuthSessionId } from "@convex-dev/auth/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Id } from "./_generated/dataModel";
import { internalAction, internalMutation, type QueryCtx } from "./_generated/server";
import { organiserQuery, publicMutation, userMutation, userQuery } from "./functions";
import * as push from "./model/push/push";
import { notifyNewLikes as notifyNextUsers } from "./model/push/likes";
import { changeSettings, readSettings } from "./model/subscriptions/settings";
import * as subscriptions from "./model/subscriptions/subscriptions";
import { fail, failSignedOut } from "./shared/errors";
import { pushChange, pushResult, pushSettings, pushSubscription, pushTry } from "./validators/push";

/** Returns the caller's notification settings and the number of their devices. */
export const settings = userQuery({
  args: {},
  returns: pushSettings,
  handler: async (ctx) => await readSettings(ctx, ctx.user._id, await sessionOf(ctx)),
});

/** Returns how many people an announcement by notification can reach. */
export const reach = organiserQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => await subscriptions.countSubscribers(ctx),
});

/** Changes the caller's notification settings. Absent fields stay as they are. */
export const setSettings = userMutation({
  args: pushChange,
  returns: v.null(),
  handler: async (ctx, change) => await changeSettings(ctx, ctx.user._id, change),
});

/** Subscribes the browser of the calling session. It gets the caller's notifications until that session ends. */
export const subscribe = userMutation({
  hasOwnLimit: true,
  args: pushSubscription,
  returns: v.null(),
  handler: async (ctx, subscription) => {
    const { _id: userId, status } = ctx.user;
    if (status === "rejected" || status === "suspended") fail("FORBIDDEN", "Your profile has to be approved first.");
    const sessionId = (await sessionOf(ctx)) ?? failSignedOut();
    await subscriptions.subscribe(ctx, { userId, sessionId }, subscription);
    await changeSettings(ctx, userId, { asked: true, wanted: true });
  },
});

/** Ends the notifications in the browser of the calling session. */
export const unsubscribe = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const sessionId = await sessionOf(ctx);
    if (sessionId !== null) await subscriptions.unsubscribe(ctx, sessionId);
  },
});

/**
 * Replaces a subscription that the browser renewed. The service worker that calls this has no token, so the secret of the old subscription
 * identifies the browser. Returns the same for everybody.
 */
export const renew = publicMutation({
  args: { endpoint: v.string(), auth: v.string(), to: pushSubscription },
  returns: v.null(),
  handler: async (ctx, { to, ...old }) => await subscriptions.renew(ctx, old, to),
});

/** Tries once to send a notification. */
export const deliver = internalAction({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    const start: push.PushTry | null = await ctx.runMutation(internal.push.startTry, { id });
    if (start === null) return null;
    const results: (typeof pushResult.type)[] = await ctx.runAction(internal.services.push.send, start);
    await ctx.runMutation(internal.push.endTry, { id, results });
    return null;
  },
});

export const startTry = internalMutation({
  args: { id: v.id("outbox") },
  returns: v.union(pushTry, v.null()),
  handler: async (ctx, { id }) => await push.startTry(ctx, id),
});

export const endTry = internalMutation({
  args: { id: v.id("outbox"), results: v.array(pushResult) },
  returns: v.null(),
  handler: async (ctx, { id, results }) => await push.endTry(ctx, id, results),
});

/** Runs once a day. Notifies users of new likes. */
export const notifyNewLikes = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => await notifyNextUsers(ctx, after),
});

async function sessionOf(ctx: QueryCtx): Promise<Id<"authSessions"> | null> {
  return await getAuthSessionId(ctx);
}
