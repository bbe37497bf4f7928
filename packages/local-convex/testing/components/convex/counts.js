import { DirectAggregate } from "@convex-dev/aggregate";
import { ShardedCounter } from "@convex-dev/sharded-counter";
import { componentsGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const components = componentsGeneric();
const customers = new ShardedCounter(components.shardedCounter);
const weights = new DirectAggregate(components.aggregate);

export const arrive = mutationGeneric({
  args: { people: v.number() },
  handler: async (ctx, { people }) => {
    for (let i = 0; i < people; i++) await customers.inc(ctx, "today");
  },
});

export const leave = mutationGeneric({
  args: { people: v.number() },
  handler: (ctx, { people }) => customers.subtract(ctx, "today", people),
});

export const inside = queryGeneric({ args: {}, handler: (ctx) => customers.count(ctx, "today") });

/** Weighs loaves of 1 to `most` grams, then removes the heaviest. */
export const weigh = mutationGeneric({
  args: { most: v.number() },
  handler: async (ctx, { most }) => {
    for (let grams = 1; grams <= most; grams++) {
      await weights.insert(ctx, { key: grams, id: `loaf ${grams}`, sumValue: grams });
    }
    await weights.delete(ctx, { key: most, id: `loaf ${most}` });
  },
});

export const scale = queryGeneric({
  args: {},
  handler: async (ctx) => ({
    count: await weights.count(ctx),
    sum: await weights.sum(ctx),
    belowTen: await weights.count(ctx, { bounds: { upper: { key: 10, inclusive: false } } }),
    third: (await weights.at(ctx, 2)).key,
    heaviest: (await weights.max(ctx))?.key,
  }),
});
