/** Ties a closing to the festival's days. New days mean another festival, so earlier plans do not apply to it. */
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { closingPlan } from "../../shared/closing";
import { fail } from "../../shared/errors";
import type { Calendar } from "../../shared/festival";
import { erasureRunOf, calendarOf } from "../festival/festival";
import { recordIncident } from "../incidents";

/** Returns the festival's days, the stored closing, and the plan. Null without a last day. */
export async function planOf(ctx: Pick<QueryCtx, "db">) {
  const calendar = await calendarOf(ctx);
  const closing = await closingOf(ctx, calendar);
  return { calendar, closing, plan: closingPlan(calendar, closing ?? {}) };
}

/**
 * Call before an organiser saves days. New days cancel the closing of the old ones, and members who were mailed about it get a correction.
 * Returns the time (ms) of the announcement that no longer holds, or null. Throws during the erasing, which would erase newcomers too.
 */
export async function changeDays(
  ctx: MutationCtx,
  organiser: Doc<"users">,
  before: Calendar,
  after: Calendar,
): Promise<number | null> {
  const closing = await closingOf(ctx, before);
  if (closing !== null && before.lastDay === after.lastDay) return null;
  if (closing !== null && (await isErasing(ctx, closing))) {
    fail("ALREADY_DECIDED", "Everything is being erased. Save other days when that is done.");
  }
  if (closing !== null) await endClosing(ctx, closing);
  await recordDays(ctx, after);
  if (closing?.announcedAt === undefined) return null;
  // The erasing deleted everybody who got the announcement, so no correction is sent.
  if (closing.doneAt !== undefined) return closing.announcedAt;
  await recordIncident(ctx, "closingWithdrawn", { by: organiser._id });
  const correction = { at: closing.announcedAt, by: "correction" as const };
  await ctx.scheduler.runAfter(correctionDelay.ms, internal.festival.notifyEverybody, correction);
  return closing.announcedAt;
}

/**
 * Follows days from the environment, which change silently. Records when they were first seen, and reopens an app closed for other days.
 */
export async function followDays(ctx: MutationCtx): Promise<void> {
  const calendar = await calendarOf(ctx);
  if ((await closingOf(ctx, calendar)) !== null) return;
  const last = await newest(ctx);
  if (last !== null && (await isErasing(ctx, last))) return;
  if (last !== null) await endClosing(ctx, last);
  await recordDays(ctx, calendar);
}

/** The delay of a correction. By then the mails being sent now are recorded, so their readers get it too. Tests lower it. */
export const correctionDelay = { ms: 5 * 60_000 };

async function recordDays({ db }: MutationCtx, { lastDay }: Calendar): Promise<void> {
  if (lastDay !== null) await db.insert("closings", { lastDay, since: Date.now() });
}

async function endClosing(ctx: MutationCtx, { _id, doneAt }: Doc<"closings">): Promise<void> {
  if (doneAt === undefined) await ctx.db.delete("closings", _id);
  else await ctx.db.patch("closings", _id, { stoppedAt: undefined });
}

async function isErasing(ctx: QueryCtx, { _id, startedAt }: Doc<"closings">): Promise<boolean> {
  return startedAt !== undefined && (await erasureRunOf(ctx, _id))?.phase !== "done";
}

async function closingOf(ctx: Pick<QueryCtx, "db">, { lastDay }: Calendar): Promise<Doc<"closings"> | null> {
  const last = await newest(ctx);
  return last?.lastDay === lastDay ? last : null;
}

async function newest({ db }: Pick<QueryCtx, "db">): Promise<Doc<"closings"> | null> {
  return await db.query("closings").order("desc").first();
}
