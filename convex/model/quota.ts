/** The daily swipes of free members. Nothing is reset at night: a row of an earlier day counts as zero. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail } from "../shared/errors";
import { endOfFestivalDay, festivalDay } from "../shared/festival";
import { limits } from "../shared/limits";

/** How many of the daily swipes a free member has left. */
export async function swipesLeft(ctx: QueryCtx, userId: Id<"users">, day: number): Promise<number> {
  return limits.swipesPerDay - usedOn(await quotaOf(ctx, userId), day);
}

/** Counts a swipe of a free member, or refuses it when the day has none left. Gold members are not counted. */
export async function spendSwipe(ctx: MutationCtx, me: Doc<"profiles">): Promise<void> {
  if (me.premiumPurchasedAt !== undefined) return;
  const now = Date.now();
  const day = festivalDay(now);
  const row = await quotaOf(ctx, me.userId);
  const used = usedOn(row, day) + 1;
  if (used > limits.swipesPerDay) {
    fail("SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached", endOfFestivalDay(day) - now);
  }
  if (row) await ctx.db.patch("quotas", row._id, { day, used });
  else await ctx.db.insert("quotas", { userId: me.userId, day, used });
}

function usedOn(row: Doc<"quotas"> | null, day: number): number {
  return row?.day === day ? row.used : 0;
}

async function quotaOf(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("quotas")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
