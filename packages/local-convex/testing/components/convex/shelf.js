import { Migrations } from "@convex-dev/migrations";
import { anyApi, componentsGeneric, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

const migrations = new Migrations(componentsGeneric().migrations);

export const fill = mutationGeneric({
  args: { loaves: v.number() },
  handler: async (ctx, { loaves }) => {
    for (let i = 1; i <= loaves; i++) await ctx.db.insert("loaves", { grams: i * 100 });
  },
});

export const slice = migrations.define({
  table: "loaves",
  batchSize: 7,
  migrateOne: (_, { grams }) => ({ slices: grams / 50 }),
});

export const sliceAll = mutationGeneric({ args: {}, handler: (ctx) => migrations.runOne(ctx, anyApi.shelf.slice) });

export const state = queryGeneric({
  args: {},
  handler: async (ctx) => {
    const [{ state, processed }] = await migrations.getStatus(ctx, { migrations: [anyApi.shelf.slice] });
    const loaves = await ctx.db.query("loaves").take(100);
    return { state, processed, unsliced: loaves.filter(({ grams, slices }) => slices !== grams / 50).length };
  },
});
