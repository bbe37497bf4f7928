/** Closing the festival: what organisers see and do, and what the deployment does by itself. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "./_generated/server";
import { organiserMutation, organiserQuery } from "./functions";
import * as closing from "./model/closing";
import { eraseNext, lookAgain as lookOnceMore } from "./model/closingErasing";
import { keptOrdersOf, samplesOf } from "./model/closingOrders";
import { closingStatus, keptOrders } from "./validatorsClosing";

const planned = { day: v.string(), seen: v.string(), downloadDays: v.number(), name: v.optional(v.string()) };
const cursor = v.union(v.string(), v.null());

/** How far it is, live: the days, and while it is erased the counts of every table, and the proof. */
export const status = organiserQuery({
  args: {},
  returns: closingStatus,
  handler: async (ctx) => await closing.statusOf(ctx),
});

/**
 * Chooses the day on which everything is erased, as an ISO date. `seen`: the day that was shown. `name`: the festival's, typed, for a sooner
 * day.
 */
export const plan = organiserMutation({
  args: planned,
  returns: v.null(),
  handler: async (ctx, wanted) => {
    await closing.choosePlan(ctx, ctx.organiser, wanted);
    return null;
  },
});

/** Tells everybody now, in every open app, by mail and by notification. */
export const announce = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await closing.announceClosing(ctx, ctx.organiser);
    return null;
  },
});

/** Closes the app now. `name`: the festival's, typed. */
export const stop = organiserMutation({
  args: { name: v.string() },
  returns: v.null(),
  handler: async (ctx, { name }) => {
    await closing.stopApp(ctx, ctx.organiser, name);
    return null;
  },
});

/** Erases everything now. `name`: the festival's, typed. */
export const begin = organiserMutation({
  args: { name: v.string() },
  returns: v.null(),
  handler: async (ctx, { name }) => {
    await closing.eraseNow(ctx, ctx.organiser, name);
    return null;
  },
});

/** A page of all orders as the law wants them kept, with no person. */
export const orders = organiserQuery({
  args: { cursor },
  returns: keptOrders,
  handler: async (ctx, args) => await keptOrdersOf(ctx, args.cursor),
});

/** Every quarter of an hour: announces, closes the app and erases when the day has come. */
export const doWhatIsDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await closing.doWhatIsDue(ctx);
    return null;
  },
});

/** The next batch. */
export const next = internalMutation({
  args: { closing: v.id("closings"), turn: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await eraseNext(ctx, args.closing, args.turn);
    return null;
  },
});

/** Counts and searches once more. */
export const lookAgain = internalMutation({
  args: { closing: v.id("closings") },
  returns: v.null(),
  handler: async (ctx, args) => {
    await lookOnceMore(ctx, args.closing);
    return null;
  },
});

/** For the command line, as `status`. */
export const show = internalQuery({
  args: {},
  returns: closingStatus,
  handler: async (ctx) => await closing.statusOf(ctx),
});

/** For the command line, which has asked for the festival's name. */
export const act = internalMutation({
  args: { what: literals("announce", "stop", "begin", "prove"), name: v.string() },
  returns: v.null(),
  handler: async (ctx, { what, name }) => {
    if (what === "announce") await closing.announceClosing(ctx, null);
    else if (what === "stop") await closing.stopApp(ctx, null, name);
    else if (what === "begin") await closing.eraseNow(ctx, null, name);
    else await closing.proveAgain(ctx);
    return null;
  },
});

/** For the command line, as `plan`. */
export const choose = internalMutation({
  args: planned,
  returns: v.null(),
  handler: async (ctx, wanted) => {
    await closing.choosePlan(ctx, null, wanted);
    return null;
  },
});

/** For the command line, as `orders`. */
export const keptOrdersPage = internalQuery({
  args: { cursor },
  returns: keptOrders,
  handler: async (ctx, args) => await keptOrdersOf(ctx, args.cursor),
});

/** For the command line, which keeps them in memory and searches the disk for them after the erasing: texts of members, and where photos are. */
export const samples = internalQuery({
  args: { seed: v.number() },
  returns: v.object({ texts: v.array(v.string()), files: v.array(v.string()) }),
  handler: async (ctx, { seed }) => await samplesOf(ctx, seed),
});
