import { ActionRetrier } from "@convex-dev/action-retrier";
import { Workpool, vOnCompleteArgs } from "@convex-dev/workpool";
import {
  anyApi,
  componentsGeneric,
  internalActionGeneric,
  internalMutationGeneric,
  mutationGeneric,
} from "convex/server";
import { v } from "convex/values";

const components = componentsGeneric();
const QUICK_RETRIES = { initialBackoffMs: 10, base: 2 };
const retrier = new ActionRetrier(components.actionRetrier, { initialBackoffMs: 10, logLevel: "ERROR" });
const ovens = new Workpool(components.workpool, {
  maxParallelism: 3,
  logLevel: "ERROR",
  defaultRetryBehavior: { maxAttempts: 3, ...QUICK_RETRIES },
});

export const bake = internalActionGeneric({ args: { grams: v.number() }, handler: async (_, { grams }) => grams - 30 });

/** Fails every time. */
export const burn = internalActionGeneric({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(anyApi.diary.write, { topic: "smoke", what: "smoke" });
    throw new Error("burnt");
  },
});

export const baked = internalMutationGeneric({
  args: vOnCompleteArgs(v.any()),
  handler: (ctx, { context, result }) =>
    ctx.runMutation(anyApi.diary.write, { topic: "oven", what: { context, result } }),
});

/** Three that work, one that fails permanently, one that is cancelled, and a mutation. */
export const fill = mutationGeneric({
  args: {},
  handler: async (ctx) => {
    const completionFor = (context) => ({ onComplete: anyApi.oven.baked, context });
    for (const grams of [500, 750, 1000])
      await ovens.enqueueAction(ctx, anyApi.oven.bake, { grams }, completionFor(grams));
    await ovens.enqueueAction(ctx, anyApi.oven.burn, {}, { retry: true, ...completionFor("burnt") });
    const late = { runAfter: 3_600_000, ...completionFor("late") };
    await ovens.cancel(ctx, await ovens.enqueueAction(ctx, anyApi.oven.bake, { grams: 1 }, late));
    await ovens.enqueueMutation(ctx, anyApi.diary.write, { topic: "mutation", what: "done" });
  },
});

/** Succeeds at the third try. */
export const light = internalActionGeneric({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(anyApi.diary.write, { topic: "matches", what: "struck" });
    if ((await ctx.runQuery(anyApi.diary.of, { topic: "matches" })).length < 3) throw new Error("out again");
    return "lit";
  },
});

export const lit = internalMutationGeneric({
  args: { result: v.any(), runId: v.string() },
  handler: (ctx, { result }) => ctx.runMutation(anyApi.diary.write, { topic: "fire", what: result }),
});

export const heat = mutationGeneric({
  args: {},
  handler: (ctx) => retrier.run(ctx, anyApi.oven.light, {}, { onComplete: anyApi.oven.lit }),
});
