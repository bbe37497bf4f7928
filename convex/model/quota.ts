/** The daily swipes of free members. Nothing resets at night: a row of an earlier day counts as zero. */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail, failTooMany } from "../shared/errors";
import { endOfFestivalDay, festivalDay, type Calendar } from "../shared/festival";
import { limits } from "../shared/limits";
import { calendarOf } from "./festival/festival";
import { spend } from "./throttle/limits";

/** The festival day that a user's swipes count on, and its calendar. */
export type Today = { day: number; calendar: Calendar };
/** How many swipes and undos a free member has left on a day. */
export type Allowance = Today & { swipes: number; undos: number };

/**
 * Returns the day to show a user, and what is left of it. It is the clock's, but never earlier than their shard's or their last swipe's.
 * Reads their shard's row in `days`, so subscriptions rerun when that is written. Reads the calendar itself only until that row exists.
 */
export async function allowanceOf(ctx: QueryCtx, userId: Id<"users">): Promise<Allowance> {
  const [row, quota] = await Promise.all([dayOf(ctx, shardOf(userId)), quotaOf(ctx, userId)]);
  const calendar = row?.calendar ?? (await calendarOf(ctx));
  const seen = Math.max(row?.day ?? -Infinity, quota?.day ?? -Infinity);
  const day = Math.max(festivalDay(calendar.timeZone, Date.now()), seen);
  const [swipes, undos] = [limits.swipesPerDay - usedOn(quota, day), limits.undosPerDay - undosOn(quota, day)];
  return { day, calendar, swipes, undos };
}

/** Updates every shard to a new day or calendar, one after the other. */
export async function turnDays(ctx: MutationCtx): Promise<void> {
  const today = await seenDay(ctx);
  for (let shard = 0; shard < SHARDS; shard += 1) {
    if (isTold(await dayOf(ctx, shard), today)) continue;
    await ctx.scheduler.runAfter(shard * spread.space, internal.profiles.turnDay, { shard });
  }
}

/** Updates one shard to a new day or calendar. */
export async function turnDay(ctx: MutationCtx, shard: number): Promise<void> {
  const [row, today] = await Promise.all([dayOf(ctx, shard), seenDay(ctx)]);
  if (isTold(row, today)) return;
  if (row === null) await ctx.db.insert("days", { shard, ...today });
  else await ctx.db.patch("days", row._id, today);
}

/** Updates the shards after a change of the calendar. Until they exist, everybody reads the calendar itself. */
export async function followCalendar(ctx: MutationCtx): Promise<void> {
  if ((await dayOf(ctx, 0)) !== null) await ctx.scheduler.runAfter(0, internal.profiles.updateDay, {});
}

/** Returns when that day ends (ms since 1970). */
export function endOfDay({ day, calendar }: Today): number {
  return endOfFestivalDay(calendar.timeZone, day);
}

/** Milliseconds between two shards: all are updated within two minutes. Tests lower it. */
export const spread = { space: 2_000 };

/** What a free member's swipe is counted by. Null: Gold members are not counted. */
export type SwipeQuota = { today: Today; row: Doc<"quotas"> | null } | null;

/** Reads what `spendSwipe` counts by. */
export async function swipeQuotaOf(ctx: MutationCtx, me: Doc<"profiles">): Promise<SwipeQuota> {
  if (me.premiumPurchasedAt !== undefined) return null;
  const [today, row] = await Promise.all([seenDay(ctx), quotaOf(ctx, me.userId)]);
  return { today, row };
}

/** Counts a free member's swipe and returns its day. Throws if the day has none left. */
export async function spendSwipe(ctx: MutationCtx, me: Doc<"profiles">, quota: SwipeQuota) {
  if (quota === null) return undefined;
  const { today, row } = quota;
  const { day } = today;
  const used = usedOn(row, day) + 1;
  if (used > limits.swipesPerDay) {
    fail("SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached", endOfDay(today) - Date.now());
  }
  await saveQuota(ctx, me.userId, row, { day, used, undos: undosOn(row, day) });
  return day;
}

/**
 * Counts a free member's undo, and returns the swipe if it counted today. Throws if the day has none left. `countedOn`: the day that the
 * swipe counted on. Gold members have only a limit on floods.
 */
export async function spendUndo(ctx: MutationCtx, me: Doc<"profiles">, countedOn: number | undefined): Promise<void> {
  if (me.premiumPurchasedAt !== undefined) {
    const wait = await spend(ctx, "undo", me.userId);
    if (wait !== null) failTooMany(wait);
    return;
  }
  const today = await seenDay(ctx);
  const { day } = today;
  const row = await quotaOf(ctx, me.userId);
  const undos = undosOn(row, day) + 1;
  if (undos > limits.undosPerDay) {
    fail("UNDO_LIMIT_REACHED", "No more undos today", endOfDay(today) - Date.now());
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

const SHARDS = 60;

/**
 * Returns the day that swipes count on: the clock's, but never earlier than the latest one seen. So setting a clock back over 04:00 gives
 * nobody a day twice. A clock that was ahead keeps the later day: too few swipes are better than too many. The first swipe after 04:00, or
 * a job, stores the day. No query reads that row.
 */
async function seenDay(ctx: MutationCtx): Promise<Today> {
  const [row, calendar] = await Promise.all([dayOf(ctx, undefined), calendarOf(ctx)]);
  const day = Math.max(festivalDay(calendar.timeZone, Date.now()), row?.day ?? -Infinity);
  if (row === null) await ctx.db.insert("days", { day });
  else if (row.day < day) await ctx.db.patch("days", row._id, { day });
  return { day, calendar };
}

function isTold(row: Doc<"days"> | null, { day, calendar }: Today): boolean {
  const fields = ["timeZone", "firstDay", "lastDay"] as const;
  return row?.day === day && fields.every((field) => row.calendar?.[field] === calendar[field]);
}

/** Ids are random, so shards have about equally many people. */
function shardOf(userId: Id<"users">): number {
  return [...userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9_973, 0) % SHARDS;
}

async function dayOf(ctx: QueryCtx, shard: number | undefined): Promise<Doc<"days"> | null> {
  return await ctx.db
    .query("days")
    .withIndex("by_shard", (q) => q.eq("shard", shard))
    .first();
}

async function quotaOf(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("quotas")
    .withIndex("by_userId", (q) => q.eq("userId", userId))
    .unique();
}
