/** Which mails somebody asked for. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Whether somebody asked to be mailed about new likes. */
export async function wantsLikeMails(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  return (await wishOf(ctx, userId)) !== null;
}

/** Asks to be mailed about likes from now on, or no longer to be. */
export async function wishLikeMails(ctx: MutationCtx, userId: Id<"users">, wanted: boolean): Promise<void> {
  const wish = await wishOf(ctx, userId);
  if (wanted && wish === null) await ctx.db.insert("likeMails", { userId, until: Date.now() });
  if (!wanted && wish !== null) await ctx.db.delete("likeMails", wish._id);
}

async function wishOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"likeMails"> | null> {
  return await ctx.db
    .query("likeMails")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
