import { mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";

export const uploadUrl = mutationGeneric({ args: {}, handler: (ctx) => ctx.storage.generateUploadUrl() });

export const url = queryGeneric({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.getUrl(id),
});

export const remove = mutationGeneric({
  args: { id: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await ctx.storage.delete(id);
    return null;
  },
});
