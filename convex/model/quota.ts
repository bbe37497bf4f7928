/** The daily swipes of free members. Nothing is reset at night: a row of an earlier day counts as zero. */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail, failTooMany } from "../shared/errors";
import { endOfFestivalDay, festivalDay, type Calendar } from "../shared/festival";
import { limits } from "../shared/limits";
import { calendarOf } from "./festival/festival";
import { spend } from "./throttle/limits";

/** The festival day that somebody's swipes count on, and the calendar that it is a day of. */
export type Today = { day: number; calendar: Calendar };

/**
 * What somebody is shown: the clock's day, but never an earlier one than their shard was told of, or they swiped on. It reads the row of
 * their shard in `days`, so their subscriptions run again when that is written; and the calendar itself only until there is one.
 */
export async function todayOf(ctx: QueryCtx, userId: Id<"users">): Promise<Today> {
  const row = await dayOf(ctx, shardOf(userId));
  const calendar = row?.calendar ?? (await calendarOf(ctx));
  const seen = Math.max(row?.day ?? -Infinity, (await quotaOf(ctx, userId))?.day ?? -Infinity);
  return { day: Math.max(festivalDay(calendar.timeZone, Date.now()), seen), calendar };
}

/** Has every shard told of a new day or calendar, one after the other, where there is one. */
export async function turnDays(ctx: MutationCtx): Promise<void> {
  const today = await seenDay(ctx);
  for (let shard = 0; shard < SHARDS; shard += 1) {
    if (isTold(await dayOf(ctx, shard), today)) continue;
    await ctx.scheduler.runAfter(shard * spread.space, internal.profiles.turnDay, { shard });
  }
}

/** Tells one shard of a new day or calendar. */
export async function turnDay(ctx: MutationCtx, shard: number): Promise<void> {
  const [row, today] = [await dayOf(ctx, shard), await seenDay(ctx)];
  if (isTold(row, today)) return;
  if (row === null) await ctx.db.insert("days", { shard, ...today });
  else await ctx.db.patch("days", row._id, today);
}

/** After a change of the calendar: has the shards told of it. Until there are any, everybody reads the calendar itself. */
export async function followCalendar(ctx: MutationCtx): Promise<void> {
  if ((await dayOf(ctx, 0)) !== null) await ctx.scheduler.runAfter(0, internal.profiles.updateDay, {});
}

/** When that day ends (ms since 1970). */
export function endOfDay({ day, calendar }: Today): number {
  return endOfFestivalDay(calendar.timeZone, day);
}

/** Milliseconds between two shards: all are told within two minutes. Tests lower it. */
export const spread = { space: 2_000 };

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
  const today = await seenDay(ctx);
  const { day } = today;
  const row = await quotaOf(ctx, me.userId);
  const used = usedOn(row, day) + 1;
  if (used > limits.swipesPerDay) {
    fail("SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached", endOfDay(today) - Date.now());
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
 * What swipes count on: the clock's day, but never an earlier one than the server has seen. So a clock that is set back over 04:00
 * gives nobody a day again, also not once it is put right. One that was wrong forwards keeps the later day until it comes: too few
 * swipes are better than too many. The first swipe after 04:00 stores the day, or a job; no query reads where.
 */
async function seenDay(ctx: MutationCtx): Promise<Today> {
  const [row, calendar] = [await dayOf(ctx, undefined), await calendarOf(ctx)];
  const day = Math.max(festivalDay(calendar.timeZone, Date.now()), row?.day ?? -Infinity);
  if (row === null) await ctx.db.insert("days", { day });
  else if (row.day < day) await ctx.db.patch("days", row._id, { day });
  return { day, calendar };
}

function isTold(row: Doc<"days"> | null, { day, calendar }: Today): boolean {
  const fields = ["timeZone", "firstDay", "lastDay"] as const;
  return row?.day === day && fields.every((field) => row.calendar?.[field] === calendar[field]);
}

/** Ids are drawn by chance, so each shard has about as many people. */
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
