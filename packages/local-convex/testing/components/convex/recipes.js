import { WorkflowManager } from "@convex-dev/workflow";
import { anyApi, componentsGeneric, internalMutationGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const recipes = new WorkflowManager(componentsGeneric().workflow);

export const flour = queryGeneric({ args: { loaves: v.number() }, handler: async (_, { loaves }) => loaves * 500 });

/** A query, two parallel actions, a mutation, a person's approval, and a pause. */
export const sourdough = recipes
  .define({ args: { loaves: v.number() }, returns: v.any() })
  .handler(async (step, { loaves }) => {
    const grams = await step.runQuery(anyApi.recipes.flour, { loaves });
    const baked = await Promise.all([
      step.runAction(anyApi.oven.bake, { grams }),
      step.runAction(anyApi.oven.bake, { grams: 100 }),
    ]);
    await step.runMutation(anyApi.diary.write, { topic: "dough", what: baked });
    const taste = await step.awaitEvent({ name: "tasted" });
    await step.sleep(10);
    return { baked, taste };
  });

export const served = internalMutationGeneric({
  args: { workflowId: v.any(), context: v.any(), result: v.any() },
  handler: (ctx, { context, result }) =>
    ctx.runMutation(anyApi.diary.write, { topic: "table", what: { context, result } }),
});

export const start = mutationGeneric({
  args: { loaves: v.number() },
  handler: (ctx, { loaves }) =>
    recipes.start(ctx, anyApi.recipes.sourdough, { loaves }, { onComplete: anyApi.recipes.served, context: "lunch" }),
});

export const taste = mutationGeneric({
  args: { workflowId: v.string(), says: v.string() },
  handler: (ctx, { workflowId, says }) => recipes.sendEvent(ctx, { workflowId, name: "tasted", value: says }),
});

export const state = queryGeneric({
  args: { workflowId: v.string() },
  handler: async (ctx, { workflowId }) => (await recipes.status(ctx, workflowId)).type,
});
