/** What a first profile over REST starts from. Nobody outside calls this. */
import { v } from "convex/values";
import { internalQuery } from "./_generated/server";

/** The picture uploaded last that no profile shows yet. */
export const uploaded = internalQuery({
  args: { userId: v.id("users") },
  returns: v.union(v.id("photos"), v.null()),
  handler: async (ctx, { userId }) => {
    const last = await ctx.db
      .query("photos")
      .withIndex("by_userId", (q) => q.eq("userId", userId))
      .order("desc")
      .first();
    return last !== null && !last.used ? last._id : null;
  },
});
