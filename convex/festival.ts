/** The festival's settings. Everybody sees them, only organisers change them. */
import { internal } from "./_generated/api";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import { calendarOf } from "./model/festival/festival";
import { notifyNext } from "./model/settings/announcement";
import { announce as announceNow, listChanges, saveFestival, withdraw as withdrawNow } from "./model/settings/changes";
import { festivalPageOf } from "./model/closing/page";
import { localTime } from "./shared/festival";
import { festivalChange, festivalInput, festivalSettings } from "./validators/festival";
import { DAY, HOUR, MINUTE } from "./shared/durations";

/** Returns the settings for every screen. A change reruns this query for everybody, so keep it small. */
export const settings = publicQuery({
  args: {},
  returns: festivalSettings,
  handler: async (ctx) => await festivalPageOf(ctx),
});

/** Returns at once, so that a page can check its connection. `number` differs each time, so no result is cached. */
export const ping = publicQuery({
  args: { number: v.number() },
  returns: v.null(),
  handler: () => null,
});

/** Saves the settings. `version`: the version that the caller changed. Throws if another organiser has saved since. */
export const save = organiserMutation({
  args: { version: v.number(), settings: festivalInput },
  returns: v.null(),
  handler: async (ctx, args) => await saveFestival(ctx, ctx.organiser, args),
});

/** Announces to everybody in every open app, and by mail and notification where chosen. Replaces the last announcement. */
export const announce = organiserMutation({
  args: { text: v.string(), until: v.union(v.string(), v.null()), mail: v.boolean(), push: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => await announceNow(ctx, ctx.organiser, args),
});

/** Withdraws the announcement. Cancels its mails and notifications that have not gone out, except the mails about the closing. */
export const withdraw = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await withdrawNow(ctx, ctx.organiser),
});

/** Returns the latest fifty changes: who, when, and the values before and after. */
export const changes = organiserQuery({
  args: {},
  returns: v.array(festivalChange),
  handler: async (ctx) => await listChanges(ctx),
});

/** Sends the next batch of an announcement, or of the mails that correct a withdrawn closing. */
export const notifyEverybody = internalMutation({
  args: { at: v.number(), by: literals("mail", "push", "correction"), after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0, ...batch }) => await notifyNext(ctx, { ...batch, after }),
});

/** `settings`, for actions. */
export const current = internalQuery({
  args: {},
  returns: festivalSettings,
  handler: async (ctx) => await festivalPageOf(ctx),
});

/**
 * Runs every 15 minutes, and once a day notifies people of new likes: at 13:00 festival time, when they check their phones between
 * concerts. Crons have fixed UTC hours, but the festival's time zone is a setting.
 */
export const notifyNewLikes = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { timeZone } = await calendarOf(ctx);
    const quarter = Math.floor((localTime(timeZone, Date.now()) % DAY) / QUARTER);
    if (quarter * QUARTER !== SEND_AT) return null;
    await ctx.scheduler.runAfter(0, internal.mails.mailNewLikes, {});
    await ctx.scheduler.runAfter(0, internal.push.notifyNewLikes, {});
    return null;
  },
});

const QUARTER = 15 * MINUTE;
const SEND_AT = 13 * HOUR;
