/** What a change over REST starts from. Nobody outside calls this. */
import { v } from "convex/values";
import { internalQuery } from "./_generated/server";
import { reviewedOf, waitingOf } from "./model/moderationVersions";
import { reviewedFields } from "./validators";

const draft = v.object({
  /** The version that waits for a moderator: a partial change must not take it back unawares. */
  waiting: v.union(reviewedFields, v.null()),
  /** The picture uploaded last that no profile shows yet. */
  uploaded: v.union(v.id("photos"), v.null()),
});

export const draftOf = internalQuery({
  args: { userId: v.id("users") },
  returns: draft,
  handler: async (ctx, { userId }): Promise<typeof draft.type> => {
    const waiting = await waitingOf(ctx, userId);
    const last = await ctx.db
      .query("photos")
      .withIndex("by_userId", (q) => q.eq("userId", userId))
      .order("desc")
      .first();
    return { waiting: waiting && reviewedOf(waiting), uploaded: last !== null && !last.used ? last._id : null };
  },
});
