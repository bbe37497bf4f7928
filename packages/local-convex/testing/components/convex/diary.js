import { internalMutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

/** Returns all entries of a topic, in order. */
export const of = queryGeneric({
  args: { topic: v.string() },
  handler: async (ctx, { topic }) => {
    const entries = ctx.db.query("diary").withIndex("by_topic", (q) => q.eq("topic", topic));
    return (await entries.collect()).map(({ what }) => what);
  },
});

export const write = internalMutationGeneric({
  args: { topic: v.string(), what: v.any() },
  handler: async (ctx, entry) => {
    await ctx.db.insert("diary", entry);
  },
});
