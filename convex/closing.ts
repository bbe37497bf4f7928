/** Closing the festival: what organisers see and do, and what the deployment does automatically. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery, type QueryCtx } from "./_generated/server";
import { asOrganiser, callerMutation, organiserAction, organiserMutation, organiserQuery } from "./functions";
import * as closing from "./model/closing/closing";
import { eraseNext, searchAgain } from "./model/closing/erasing";
import { retainedOrdersOf, samplesOf } from "./model/closing/orders";
import { closingStatusOf } from "./model/closing/status";
import { checkPasswordOf, failUnlessProven, proveStaff } from "./model/staff/proof";
import { closingStatus, retainedOrders } from "./validators/closing";
import { checkedProof, proofResult, typedProof } from "./validators/staff";

const choiceArgs = { day: v.string(), seen: v.string() };

const showStatus = {
  args: {},
  returns: closingStatus,
  handler: async (ctx: QueryCtx) => await closingStatusOf(ctx),
};
const listOrders = {
  args: { cursor: v.union(v.string(), v.null()) },
  returns: retainedOrders,
  handler: async (ctx: QueryCtx, { cursor }: { cursor: string | null }) => await retainedOrdersOf(ctx, cursor),
};

/** Returns the closing, live: the days, the counts of every table while the erasing runs, and the proof. `show`: for the command line. */
export const status = organiserQuery(showStatus);
export const show = internalQuery(showStatus);

/** Moves the erasing to a later day. `day`: the new ISO date. `seen`: the ISO date that the caller saw. */
export const plan = organiserMutation({
  args: choiceArgs,
  returns: v.null(),
  handler: async (ctx, choice) => await closing.chooseDay(ctx, ctx.organiser, choice, false),
});

/**
 * Ends the festival early, with the caller's password and second factor. With `sooner` it moves the erasing to a sooner day and announces
 * that at once. Without it, it erases now, at least a day after the announcement. `name`: the festival's name, typed.
 */
export const begin = organiserAction({
  args: { ...typedProof, name: v.string(), sooner: v.optional(v.object(choiceArgs)) },
  returns: v.null(),
  handler: async (ctx, { password, code, ...request }): Promise<void> => {
    const proof = await checkPasswordOf(ctx, ctx.organiserId, { password, code });
    failUnlessProven(await ctx.runMutation(internal.closing.beginProven, { proof, ...request }));
  },
});

/** The mutation behind `begin`, for the same caller. */
export const beginProven = callerMutation({
  args: { proof: checkedProof, name: v.string(), sooner: v.optional(v.object(choiceArgs)) },
  returns: proofResult,
  handler: async (ctx, { proof, name, sooner }) => {
    const { organiser } = await asOrganiser(ctx);
    const result = await proveStaff(ctx, organiser, proof);
    if (result.kind !== "right") return result;
    if (sooner === undefined) await closing.eraseNow(ctx, organiser, name);
    else await closing.chooseSooner(ctx, organiser, sooner, name);
    return result;
  },
});

/** Announces the closing to everybody now: in every open app, by mail and by notification. */
export const announce = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await closing.announceClosing(ctx, ctx.organiser),
});

/**
 * Returns a page of all orders in the form that the law requires us to keep: without the buyers. `keptOrdersPage`: for the command line.
 */
export const orders = organiserQuery(listOrders);
export const keptOrdersPage = internalQuery(listOrders);

/** Runs every 15 minutes. Announces the closing, closes the app and erases, each on its day. */
export const runDueSteps = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await closing.runDueSteps(ctx),
});

/** Erases the next batch. */
export const next = internalMutation({
  args: { closing: v.id("closings"), turn: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => await eraseNext(ctx, args.closing, args.turn),
});

/** Counts every table and searches for canaries again, after the erasing. */
export const verifyAgain = internalMutation({
  args: { closing: v.id("closings") },
  returns: v.null(),
  handler: async (ctx, args): Promise<void> => {
    await searchAgain(ctx, args.closing);
  },
});

/** For the command line, which has already asked for the festival's name. */
export const act = internalMutation({
  args: { what: literals("announce", "stop", "begin", "prove"), name: v.string() },
  returns: v.null(),
  handler: async (ctx, { what, name }) => {
    if (what === "announce") await closing.announceClosing(ctx, null);
    else if (what === "stop") await closing.stopApp(ctx, null, name);
    else if (what === "begin") await closing.eraseNow(ctx, null, name);
    else await closing.proveAgain(ctx);
  },
});

/** `plan`, for the command line. A sooner day needs `name`, the festival's name as typed. */
export const choose = internalMutation({
  args: { ...choiceArgs, name: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { name, ...choice }) => {
    if (name === undefined) await closing.chooseDay(ctx, null, choice, false);
    else await closing.chooseSooner(ctx, null, choice, name);
  },
});

/**
 * Returns sample values of members and the addresses of photos. The command line keeps them in memory and searches the disk for them after
 * the erasing.
 */
export const samples = internalQuery({
  args: { seed: v.number() },
  returns: v.object({ texts: v.array(v.string()), files: v.array(v.string()) }),
  handler: async (ctx, { seed }) => await samplesOf(ctx, seed),
});
