/** Closing the festival: what organisers see and do, and what the deployment does by itself. */
import { literals } from "convex-helpers/validators";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import { asOrganiser, askingMutation, organiserAction, organiserMutation, organiserQuery } from "./functions";
import * as closing from "./model/closing/closing";
import { eraseNext, lookAgain as lookOnceMore } from "./model/closing/erasing";
import { keptOrdersOf, samplesOf } from "./model/closing/orders";
import { checkPasswordOf, failUnlessProven, proveStaff } from "./model/staff/proof";
import { closingStatus, keptOrders } from "./validators/closing";
import { checkedProof, proofResult, typedProof } from "./validators/staff";

const choice = { day: v.string(), seen: v.string() };
const cursor = v.union(v.string(), v.null());

/** How far it is, live: the days, and while it is erased the counts of every table, and the proof. */
export const status = organiserQuery({
  args: {},
  returns: closingStatus,
  handler: async (ctx) => await closing.statusOf(ctx),
});

/** Puts the erasing off to a later day. `day`, `seen`: ISO dates, the new one and the one that was shown. */
export const plan = organiserMutation({
  args: choice,
  returns: v.null(),
  handler: async (ctx, wanted) => {
    await closing.chooseDay(ctx, ctx.organiser, wanted, false);
    return null;
  },
});

/**
 * Ends the festival early, by the password and the second factor of the caller: erases everything on a sooner day, which everybody is
 * told at once, or now, a day after everybody was told. `name`: the festival's, typed.
 */
export const begin = organiserAction({
  args: { ...typedProof, name: v.string(), sooner: v.optional(v.object(choice)) },
  returns: v.null(),
  handler: async (ctx, { password, code, ...end }): Promise<null> => {
    const proof = await checkPasswordOf(ctx, ctx.organiserId, { password, code });
    failUnlessProven(await ctx.runMutation(internal.closing.beginProven, { proof, ...end }));
    return null;
  },
});

/** The part of `begin` that acts, for the same caller. */
export const beginProven = askingMutation({
  args: { proof: checkedProof, name: v.string(), sooner: v.optional(v.object(choice)) },
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

/** Tells everybody now, in every open app, by mail and by notification. */
export const announce = organiserMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await closing.announceClosing(ctx, ctx.organiser);
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

/** For the command line, as `plan`. `name`: the festival's, typed, for a sooner day. */
export const choose = internalMutation({
  args: { ...choice, name: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { name, ...wanted }) => {
    if (name === undefined) await closing.chooseDay(ctx, null, wanted, false);
    else await closing.chooseSooner(ctx, null, wanted, name);
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
