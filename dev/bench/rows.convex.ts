/** The whole app of a bench stage with very many rows. */
import { internalMutationGeneric, internalQueryGeneric } from "convex/server";
import { v } from "convex/values";

const range = { from: v.number(), count: v.number() };

export const fillRows = internalMutationGeneric({
  args: range,
  returns: v.null(),
  handler: async (ctx, { from, count }) => {
    for (let n = from; n < from + count; n++) await ctx.db.insert("rows", { n, name: `row ${n}` });
    return null;
  },
});

/** Adds texts of eight words: some in all texts, one in every hundredth, and rare ones. */
export const fillTexts = internalMutationGeneric({
  args: range,
  returns: v.null(),
  handler: async (ctx, { from, count }) => {
    for (let n = from; n < from + count; n++) {
      const words = [`w${n}`, `x${n % 7_919}`, `y${n % 1_009}`, `z${n % 100}`, "at", "the", "lake"];
      await ctx.db.insert("texts", { text: `festival ${words.join(" ")}` });
    }
    return null;
  },
});

/** Returns a page by the index of ids. */
export const byId = internalQueryGeneric({
  args: { after: v.string() },
  returns: v.array(v.number()),
  handler: async (ctx, { after }) => {
    const page = ctx.db.query("rows").withIndex("by_id", (q) => q.gt("_id", after));
    return (await page.take(20)).map(({ n }) => n as number);
  },
});

export const search = internalQueryGeneric({
  args: { words: v.string() },
  returns: v.number(),
  handler: async (ctx, { words }) => {
    const matches = ctx.db.query("texts").withSearchIndex("by_text", (q) => q.search("text", words));
    return (await matches.take(20)).length;
  },
});
