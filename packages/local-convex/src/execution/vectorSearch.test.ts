import { beforeAll, expect, test } from "vitest";
import { coreOfFile } from "../../testing/coreOfFile";

const schema = (index: string) => `
import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
export default defineSchema({
  foods: defineTable({ name: v.string(), cuisine: v.optional(v.string()), butter: v.optional(v.boolean()), vector: v.optional(v.array(v.number())) })${index},
});`;
const INDEX =
  '.vectorIndex("by_vector", { vectorField: "vector", dimensions: 2, filterFields: ["cuisine", "butter"] })';

const FOODS = `
import { actionGeneric as action, internalQueryGeneric as internalQuery, mutationGeneric as mutation } from "convex/server";
import { v } from "convex/values";
export const add = mutation({ args: { foods: v.array(v.any()) }, handler: async (ctx, { foods }) => {
  for (const food of foods) await ctx.db.insert("foods", food);
} });
const named = async (ctx, name) => (await ctx.db.query("foods").collect()).find((one) => one.name === name)._id;
export const change = mutation({ args: { name: v.string(), to: v.any() }, handler: async (ctx, { name, to }) => ctx.db.patch(await named(ctx, name), to) });
export const remove = mutation({ args: { name: v.string() }, handler: async (ctx, { name }) => ctx.db.delete(await named(ctx, name)) });
export const nameOf = internalQuery({ args: { id: v.id("foods") }, handler: async (ctx, { id }) => (await ctx.db.get(id)).name });
const filters = {
  french: (q) => q.eq("cuisine", "French"),
  none: (q) => q.eq("cuisine", undefined),
  either: (q) => q.or(q.eq("cuisine", "French"), q.eq("butter", true)),
  wrong: (q) => q.eq("name", "x"),
  many: (q) => q.or(...Array.from({ length: 65 }, (_, at) => q.eq("cuisine", String(at)))),
};
export const near = action({ args: { vector: v.array(v.number()), limit: v.optional(v.number()), filter: v.optional(v.string()), index: v.optional(v.string()) },
  handler: async (ctx, { vector, limit, filter, index = "by_vector" }) => {
    const found = await ctx.vectorSearch("foods", index, { vector, limit, ...(filter && { filter: filters[filter] }) });
    return Promise.all(found.map(async ({ _id, _score }) => [await ctx.runQuery("foods:nameOf", { id: _id }), Math.round(_score * 1000) / 1000]));
  } });
`;

const t = coreOfFile({ "foods.ts": FOODS, "schema.ts": schema("") });

beforeAll(async () => {
  const foods = [
    { name: "right", vector: [3, 0], cuisine: "French" },
    { name: "up", vector: [0, 2], butter: true },
    { name: "left", vector: [-1, 0], cuisine: "Thai" },
    { name: "short", vector: [1] },
    { name: "no vector" },
  ];
  await t.mutation("foods:add", { foods });
  await t.push({ "foods.ts": FOODS, "schema.ts": schema(INDEX) });
});

const near = (args: object) => t.action("foods:near", args);

test("documents are ranked by the angle of their vectors, and vectors of another size are left out", async () => {
  expect(await near({ vector: [1, 0] })).toEqual([
    ["right", 1],
    ["up", 0],
    ["left", -1],
  ]);
  const equal = (await near({ vector: [0.1, 0.1], limit: 2 })) as unknown[];
  expect(equal.sort()).toEqual([
    ["right", 0.707],
    ["up", 0.707],
  ]);
});

test("a filter matches one value, or any of several", async () => {
  expect(await near({ vector: [1, 0], filter: "french" })).toEqual([["right", 1]]);
  expect(await near({ vector: [1, 0], filter: "none" })).toEqual([["up", 0]]);
  expect(await near({ vector: [1, 0], filter: "either" })).toEqual([
    ["right", 1],
    ["up", 0],
  ]);
});

test("a vector search sees inserted, changed and removed documents at once", async () => {
  await t.mutation("foods:add", { foods: [{ name: "new", vector: [5, 5] }] });
  expect(await near({ vector: [1, 1], limit: 1 })).toEqual([["new", 1]]);
  await t.mutation("foods:change", { name: "new", to: { vector: [-1, -1], cuisine: "French" } });
  expect(await near({ vector: [-1, -1], limit: 1, filter: "french" })).toEqual([["new", 1]]);
  await t.mutation("foods:remove", { name: "new" });
  expect(await near({ vector: [-1, -1] })).not.toContainEqual(["new", 1]);
});

test("a search among many vectors finds the closest of all", async () => {
  const foods = Array.from({ length: 700 }, (_, at) => ({
    name: `n${at}`,
    vector: [Math.cos(at / 500), Math.sin(at / 500)],
    cuisine: "many",
  }));
  await t.mutation("foods:add", { foods });
  const angle = 650 / 500;
  const found = (await near({ vector: [Math.cos(angle), Math.sin(angle)], limit: 3 })) as [string, number][];
  expect(found[0]![0]).toBe("n650");
  expect(found.map(([name]) => name).sort()).toEqual(["n649", "n650", "n651"]);
});

test("an invalid vector search or index is refused with Convex's message", async () => {
  const refused = (args: object, words: string) => expect(near(args)).rejects.toThrow(words);
  await refused({ vector: [1, 2, 3] }, "Expected a vector with dimensions 2, received 3.");
  await refused({ vector: [1, 2], limit: 257 }, "Vector queries can fetch at most 256 results, requested 257.");
  await refused(
    { vector: [1, 2], filter: "wrong" },
    'Vector query against foods.by_vector contains a filter on "name" but that field isn\'t indexed for filtering in `filterFields`.',
  );
  await refused(
    { vector: [1, 2], filter: "many" },
    "Vector query against foods.by_vector has too many conditions. Max: 64 Actual: 65",
  );
  await refused({ vector: [1, 2], index: "by_other" }, "Index foods.by_other not found.");
  await expect(
    t.push({ "foods.ts": FOODS, "schema.ts": schema(INDEX.replace("dimensions: 2", "dimensions: 1")) }),
  ).rejects.toThrow("Dimensions 1 must be between 2 and 4096.");
});
