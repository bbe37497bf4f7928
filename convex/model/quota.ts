/** The daily swipes of free members. Nothing is reset at night: a row of an earlier day counts as zero. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail, failTooMany } from "../shared/errors";
import { endOfFestivalDay, festivalDay } from "../shared/festival";
import { limits } from "../shared/limits";
import { calendarOf } from "./festival";
import { spend } from "./throttle";

/**
 * The festival day that swipes count on: the clock's, but never an earlier one than the server has seen. So a clock that is
 * set back over 04:00 gives nobody a day again, also not once it is put right. One that was wrong forwards keeps the later
 * day until it comes: too few swipes are better than too many.
 *
 * It reads the row of `days` and the calendar, so subscriptions run again when the day or the time zone changes.
 */
export async function seenDay(ctx: QueryCtx): Promise<number> {
  return dayAfter(await zoneOf(ctx), await lastDay(ctx));
}

/** The same, and stores it when it is new: the first swipe after 04:00 does that, or a job. */
export async function updateDay(ctx: MutationCtx): Promise<number> {
  const row = await lastDay(ctx);
  const day = dayAfter(await zoneOf(ctx), row);
  if (row === null) await ctx.db.insert("days", { day });
  else if (row.day < day) await ctx.db.patch("days", row._id, { day });
  return day;
}

/** When that day ends (ms since 1970). */
export async function endOfDay(ctx: QueryCtx, day: number): Promise<number> {
  return endOfFestivalDay(await zoneOf(ctx), day);
}

/** How many of the daily swipes a free member has left. */
export async function swipesLeft(ctx: QueryCtx, userId: Id<"users">, day: number): Promise<number> {
  return limits.swipesPerDay - usedOn(await quotaOf(ctx, userId), day);
}

/** How many swipes a free member may still take back. */
export async function undosLeft(ctx: QueryCtx, userId: Id<"users">, day: number): Promise<number> {
  return limits.undosPerDay - undosOn(await quotaOf(ctx, userId), day);
}

/**
 * Counts a swipe of a free member, and answers the day that it counts on, or refuses it when the day has none left. Gold
 * members are not counted.
 */
export async function spendSwipe(ctx: MutationCtx, me: Doc<"profiles">): Promise<number | undefined> {
  if (me.premiumPurchasedAt !== undefined) return undefined;
  const day = await updateDay(ctx);
  const row = await quotaOf(ctx, me.userId);
  const used = usedOn(row, day) + 1;
  if (used > limits.swipesPerDay) {
    fail("SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached", (await endOfDay(ctx, day)) - Date.now());
  }
  await saveQuota(ctx, me.userId, row, { day, used, undos: undosOn(row, day) });
  return day;
}

/**
 * Counts an undo of a free member, and gives back the swipe if it counted today, or refuses it when the day has none left.
 * `countedOn`: the day on which the swipe was counted. Gold members have no such number, only a limit on floods.
 */
export async function spendUndo(ctx: MutationCtx, me: Doc<"profiles">, countedOn: number | undefined): Promise<void> {
  if (me.premiumPurchasedAt !== undefined) {
    const wait = await spend(ctx, "undo", me.userId);
    if (wait !== null) failTooMany(wait);
    return;
  }
  const day = await updateDay(ctx);
  const row = await quotaOf(ctx, me.userId);
  const undos = undosOn(row, day) + 1;
  if (undos > limits.undosPerDay) {
    fail("UNDO_LIMIT_REACHED", "No more undos today", (await endOfDay(ctx, day)) - Date.now());
  }
  const used = usedOn(row, day) - (countedOn === day ? 1 : 0);
  await saveQuota(ctx, me.userId, row, { day, used: Math.max(0, used), undos });
}

type Quota = Pick<Doc<"quotas">, "day" | "used" | "undos">;

async function saveQuota(ctx: MutationCtx, userId: Id<"users">, row: Doc<"quotas"> | null, now: Quota): Promise<void> {
  if (row) await ctx.db.patch("quotas", row._id, now);
  else await ctx.db.insert("quotas", { ...now, userId });
}

function undosOn(row: Doc<"quotas"> | null, day: number): number {
  return row?.day === day ? (row.undos ?? 0) : 0;
}

function usedOn(row: Doc<"quotas"> | null, day: number): number {
  return row?.day === day ? row.used : 0;
}

function dayAfter(timeZone: string, last: Doc<"days"> | null): number {
  return Math.max(festivalDay(timeZone, Date.now()), last?.day ?? -Infinity);
}

async function zoneOf(ctx: QueryCtx): Promise<string> {
  return (await calendarOf(ctx)).timeZone;
}

async function lastDay(ctx: QueryCtx): Promise<Doc<"days"> | null> {
  return await ctx.db.query("days").first();
}

async function quotaOf(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("quotas")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
