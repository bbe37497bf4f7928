/** The daily swipes of free members. Nothing resets at night: a count of an earlier day is zero. */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { fail, failTooMany } from "../shared/errors";
import { endOfFestivalDay, festivalDay, type Calendar } from "../shared/festival";
import { limits } from "../shared/limits";
import { calendarOf } from "./festival/festival";
import { spend } from "./throttle/limits";

/** Cards at the start of a Gold member's visit. */
const OPENING_SIZE = 10;

/** The festival day that a user's swipes count towards, and its calendar. */
export type Today = { day: number; calendar: Calendar };
/** The swipes and undos that a free member has left on a day. */
export type Allowance = Today & { swipes: number; undos: number };

/** A member's used swipes and undos of a day. Undefined: none yet. */
type Usage = Doc<"decks">["quota"];

/**
 * Returns the day to show a user: the clock's, but never earlier than their shard's. Reads their shard's row in `days`, so subscriptions
 * rerun when that is written. Reads the calendar itself only until that row exists.
 */
export async function shownDayOf(ctx: QueryCtx, userId: Id<"users">): Promise<Today> {
  const row = await dayOf(ctx, shardOf(userId));
  const calendar = row?.calendar ?? (await calendarOf(ctx));
  return { calendar, day: Math.max(festivalDay(calendar.timeZone, Date.now()), row?.day ?? -Infinity) };
}

/** Returns the swipes and undos left on a shown day, or on the day of the last swipe if that is later. */
export function allowanceOn({ day: shownDay, calendar }: Today, quota: Usage): Allowance {
  const day = Math.max(shownDay, quota?.day ?? -Infinity);
  const { used, undos } = usageOn(quota, day);
  return { day, calendar, swipes: limits.swipesPerDay - used, undos: limits.undosPerDay - undos };
}

/** Returns how many cards a visit starts with: ten, or for a free member one more than their remaining swipes. */
export async function openingSize(ctx: QueryCtx, me: Doc<"profiles">, quota: Usage): Promise<number> {
  if (me.premiumPurchasedAt !== undefined) return OPENING_SIZE;
  return allowanceOn(await shownDayOf(ctx, me.userId), quota).swipes + 1;
}

/** Updates every shard to a new day or calendar, one after the other. */
export async function updateShards(ctx: MutationCtx): Promise<void> {
  const today = await latestDay(ctx);
  for (let shard = 0; shard < SHARDS; shard += 1) {
    if (isCurrent(await dayOf(ctx, shard), today)) continue;
    await ctx.scheduler.runAfter(shard * shardPause.ms, internal.profiles.turnDay, { shard });
  }
}

/** Updates one shard to a new day or calendar. */
export async function updateShard(ctx: MutationCtx, shard: number): Promise<void> {
  const [row, today] = await Promise.all([dayOf(ctx, shard), latestDay(ctx)]);
  if (isCurrent(row, today)) return;
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
export const shardPause = { ms: 2_000 };

/** Returns the day that a member's swipe counts towards. Null for Gold members, who are not counted. */
export async function countedDayOf(ctx: MutationCtx, me: Doc<"profiles">): Promise<Today | null> {
  return me.premiumPurchasedAt === undefined ? await latestDay(ctx) : null;
}

/** Returns a free member's quota with one more swipe. Throws if the day has none left. */
export function withSwipe(quota: Usage, today: Today): Usage {
  const usage = usageOn(quota, today.day);
  if (usage.used >= limits.swipesPerDay) {
    fail("SWIPE_LIMIT_REACHED", "Daily Free Swipe Limit Reached", endOfDay(today) - Date.now());
  }
  return { ...usage, used: usage.used + 1 };
}

/**
 * Returns a member's quota with one more undo, and with one swipe less if that counted today. Throws if the day has no undos left.
 * `countedOn`: the day that the swipe counted towards. Gold members only have a rate limit.
 */
export async function withUndo(
  ctx: MutationCtx,
  me: Doc<"profiles">,
  quota: Usage,
  countedOn?: number,
): Promise<Usage> {
  const today = await countedDayOf(ctx, me);
  if (today === null) {
    const wait = await spend(ctx, "undo", me.userId);
    return wait === null ? quota : failTooMany(wait);
  }
  const { day, used, undos } = usageOn(quota, today.day);
  if (undos >= limits.undosPerDay) {
    fail("UNDO_LIMIT_REACHED", "No more undos today", endOfDay(today) - Date.now());
  }
  return { day, used: Math.max(0, used - (countedOn === day ? 1 : 0)), undos: undos + 1 };
}

function usageOn(quota: Usage, day: number): NonNullable<Usage> {
  return quota?.day === day ? quota : { day, used: 0, undos: 0 };
}

const SHARDS = 60;

/**
 * Returns the day that swipes count towards: the clock's, but never earlier than the latest one seen. So setting a clock back over 04:00
 * gives nobody a day twice. A clock that was ahead keeps the later day: too few swipes are better than too many. The first swipe after
 * 04:00, or a job, stores the day. No query reads that row.
 */
async function latestDay(ctx: MutationCtx): Promise<Today> {
  const [row, calendar] = await Promise.all([dayOf(ctx, undefined), calendarOf(ctx)]);
  const day = Math.max(festivalDay(calendar.timeZone, Date.now()), row?.day ?? -Infinity);
  if (row === null) await ctx.db.insert("days", { day });
  else if (row.day < day) await ctx.db.patch("days", row._id, { day });
  return { day, calendar };
}

function isCurrent(row: Doc<"days"> | null, { day, calendar }: Today): boolean {
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
