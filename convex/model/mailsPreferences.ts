/** Which mails a user asked for. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Whether a user asked to be mailed about new likes. */
export async function wantsLikeMails(ctx: QueryCtx, userId: Id<"users">): Promise<boolean> {
  return (await likeMailsOf(ctx, userId)) !== null;
}

/** Switches the mails about new likes on, from now on, or off: then no like waits to be mailed about. */
export async function setLikeMails(ctx: MutationCtx, userId: Id<"users">, wanted: boolean): Promise<void> {
  const row = await likeMailsOf(ctx, userId);
  if (wanted && row === null) await ctx.db.insert("likeMails", { userId, until: Date.now() });
  if (wanted) return;
  if (row !== null) await ctx.db.delete("likeMails", row._id);
  const waiting = await likesToMailOf(ctx, userId);
  if (waiting !== null) await ctx.db.delete("likesToMail", waiting._id);
}

/** That a user asked to be mailed about new likes; null: they did not. */
export async function likeMailsOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"likeMails"> | null> {
  return await ctx.db
    .query("likeMails")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}

/** That a user is to be mailed about new likes. */
export async function likesToMailOf(ctx: QueryCtx, userId: Id<"users">): Promise<Doc<"likesToMail"> | null> {
  return await ctx.db
    .query("likesToMail")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
