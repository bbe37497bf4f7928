/** Figures for organisers, and the public status of the services. */
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { organiserQuery, publicQuery } from "./functions";
import { count } from "./model/numbers/numbers";
import { observeNow, writeNow as write } from "./model/numbers/now";
import { readCounts, readNow } from "./model/numbers/reading";
import { rollUp as rollUpTallies } from "./model/numbers/rollUp";
import { statusOf } from "./model/status";
import { countedSpan, numbersNow, observedNow, publicStatus } from "./validators/numbers";

/** Returns the counts of each hour of a festival day, or of each day for null. Leaves out empty ones. */
export const read = organiserQuery({
  args: { day: v.union(v.string(), v.null()) },
  returns: v.array(countedSpan),
  handler: async (ctx, { day }) => await readCounts(ctx, day),
});

/** Returns the number of active people and the queue sizes, as of the last full minute, and when counting began. */
export const now = organiserQuery({
  args: {},
  returns: numbersNow,
  handler: async (ctx) => await readNow(ctx),
});

/** For everybody: whether approvals, mails and payments work. */
export const status = publicQuery({
  args: {},
  returns: publicStatus,
  handler: async (ctx) => await statusOf(ctx),
});

/** Adds up the tallies since the last run. */
export const rollUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await rollUpTallies(ctx),
});

/** Updates the current figures. `people`: how many are active. */
export const updateNow = internalAction({
  args: { people: v.number() },
  returns: v.null(),
  handler: async (ctx, { people }): Promise<void> => {
    const observed = await ctx.runQuery(internal.numbers.observe, { at: Date.now() });
    await ctx.runMutation(internal.numbers.writeNow, { people, observed });
  },
});

export const observe = internalQuery({
  args: { at: v.number() },
  returns: observedNow,
  handler: async (ctx, { at }) => await observeNow(ctx, at),
});

export const writeNow = internalMutation({
  args: { people: v.number(), observed: observedNow },
  returns: v.null(),
  handler: async (ctx, { people, observed }) => await write(ctx, people, observed),
});

/** Counts a failed request to the payment provider. */
export const notePaymentFailure = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await count(ctx, { paymentsFailed: 1 }),
});
