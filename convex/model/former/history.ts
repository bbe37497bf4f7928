/** The history of a resembling account, existing or deleted. */
import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { event } from "../../validators/moderator";

export type Owner = Id<"users"> | Id<"formerAccounts">;
export type Event = Infer<typeof event>;

/** Returns what a moderator should know when the same identifier comes up again. */
export async function historyOf(ctx: QueryCtx, owner: Owner): Promise<Event[]> {
  const former = ctx.db.normalizeId("formerAccounts", owner);
  if (former !== null) return (await ctx.db.get("formerAccounts", former))?.events ?? [];
  const userId = ctx.db.normalizeId("users", owner);
  const user = userId && (await ctx.db.get("users", userId));
  return user ? await eventsOf(ctx, user) : [];
}

/** Returns what happened with an existing account, and with those it resembled itself, which may be deleted since. */
export async function eventsOf(ctx: QueryCtx, user: Doc<"users">): Promise<Event[]> {
  const [open, blocked] = await Promise.all([newestOpenReport(ctx, user._id), newestBlock(ctx, user._id)]);
  return [
    ...(user.status === "suspended"
      ? [{ what: "suspended" as const, at: user.suspension?.at ?? user._creationTime }]
      : []),
    ...(open ? [{ what: "reported" as const, at: open._creationTime }] : []),
    ...(blocked ? [{ what: "blocked" as const, at: blocked._creationTime }] : []),
    ...(user.knownBefore ?? []).map(({ what, at }) => ({ what, at })),
  ];
}

async function newestOpenReport(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("reports")
    .withIndex("by_reported_and_status", (q) => q.eq("reported", userId).eq("status", "open"))
    .order("desc")
    .first();
}

async function newestBlock(ctx: QueryCtx, userId: Id<"users">) {
  const newest = async (parted: "blocked" | "gone") =>
    await ctx.db
      .query("swipes")
      .withIndex("by_from_and_parted", (q) => q.eq("from", userId).eq("parted", parted))
      .order("desc")
      .first();
  const found = await Promise.all([newest("blocked"), newest("gone")]);
  return found.filter((swipe) => swipe !== null).sort((a, b) => b._creationTime - a._creationTime)[0];
}
