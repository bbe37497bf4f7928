/** The festival's settings: what everybody sees, and changing them, which only organisers may. */
import { internal } from "./_generated/api";
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { organiserMutation, organiserQuery, publicQuery } from "./functions";
import { calendarOf } from "./model/festival/festival";
import { tellNext } from "./model/settings/announcement";
import { announce as announceNow, listChanges, saveFestival, withdraw as withdrawNow } from "./model/settings/changes";
import { festivalPageOf } from "./model/closing/page";
import { localTime } from "./shared/festival";
import { festivalChange, festivalInput, festivalSettings } from "./validators/festival";

/** The settings, for every screen. They change for everybody at once, so keep it small. */
export const settings = publicQuery({
  args: {},
  returns: festivalSettings,
  handler: async (ctx) => await festivalPageOf(ctx),
});

/** Returns at once, so a page can tell that its connection works. `number` differs each time. */
export const ping = publicQuery({
  args: { number: v.number() },
  returns: v.null(),
  handler: () => null,
});

/** Saves the settings. `version`: of those that were changed; refused if somebody else saved since. */
export const save = organiserMutation({
  args: { version: v.number(), settings: festivalInput },
  returns: v.null(),
  handler: async (ctx, args) => {
    await saveFestival(ctx, ctx.organiser, args);
    return null;
  },
});

/** Tells everybody: in every open app at once, and by mail and notification where wished. It replaces the last announcement. */
export const announce = organiserMutation({
  args: { text: v.string(), until: v.union(v.string(), v.null()), mail: v.boolean(), push: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await announceNow(ctx, ctx.organiser, args);
    return null;
  },
});

/** Takes the announcement back. What was not sent yet is not sent any more. */
export const withdraw = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await withdrawNow(ctx, ctx.organiser);
    return null;
  },
});

/** The latest fifty changes: who, when, and what before and after. */
export const changes = organiserQuery({
  args: {},
  returns: v.array(festivalChange),
  handler: async (ctx) => await listChanges(ctx),
});

/** Tells the next ones of an announcement, or mails them that the closing in it was taken back. */
export const tellEverybody = internalMutation({
  args: { at: v.number(), by: literals("mail", "push", "correction"), after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0, ...telling }) => {
    await tellNext(ctx, { ...telling, after });
    return null;
  },
});

/** The settings, for actions. */
export const current = internalQuery({
  args: {},
  returns: festivalSettings,
  handler: async (ctx) => await festivalPageOf(ctx),
});

/**
 * Every quarter of an hour: tells people of new likes when it is one o'clock at the festival, when they look at their phones
 * between two concerts. Which hour that is in UTC depends on the settings, and crons have fixed hours.
 */
export const tellNewLikes = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { timeZone } = await calendarOf(ctx);
    const quarter = Math.floor((localTime(timeZone, Date.now()) % DAY) / QUARTER);
    if (quarter * QUARTER !== TOLD_AT) return null;
    await ctx.scheduler.runAfter(0, internal.mails.mailNewLikes, {});
    await ctx.scheduler.runAfter(0, internal.push.tellNewLikes, {});
    return null;
  },
});

const DAY = 86_400_000;
const QUARTER = 15 * 60_000;
const TOLD_AT = 13 * 3_600_000;
