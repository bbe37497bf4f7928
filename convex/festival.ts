/** The festival's settings: what everybody sees. */
import { internal } from "./_generated/api";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { publicQuery } from "./functions";
import { calendarOf, festivalOf } from "./model/festival";
import { localTime } from "./shared/festival";
import { festivalSettings } from "./validatorsFestival";

/** The settings, for every screen. They change for everybody at once, so keep it small. */
export const settings = publicQuery({
  args: {},
  returns: festivalSettings,
  handler: async (ctx) => await festivalOf(ctx),
});

/** The same, for actions. */
export const current = internalQuery({
  args: {},
  returns: festivalSettings,
  handler: async (ctx) => await festivalOf(ctx),
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
