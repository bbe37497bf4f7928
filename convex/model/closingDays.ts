/** Which closing belongs to the festival's days. Other days are another festival: what was planned for the old ones no longer counts. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { closingPlan } from "../shared/closing";
import { fail } from "../shared/errors";
import type { Calendar } from "../shared/festival";
import { runOf } from "./closingErasing";
import { calendarOf } from "./festival";

/** The festival's days, what is kept of its closing, and the plan; null without a last day. */
export async function planOf(ctx: Pick<QueryCtx, "db">) {
  const calendar = await calendarOf(ctx);
  const closing = await closingOf(ctx, calendar);
  return { calendar, closing, plan: closingPlan(calendar, closing ?? {}) };
}

/**
 * Before other days are saved: a deployment that is set up for a next festival is not erased. Refused while everything is being
 * erased, because newcomers would be erased too.
 */
export async function leaveClosing(ctx: MutationCtx, before: Calendar, after: Calendar): Promise<void> {
  const closing = await closingOf(ctx, before);
  if (closing === null || before.lastDay === after.lastDay) return;
  if (closing.startedAt !== undefined && (await runOf(ctx, closing._id))?.phase !== "done") {
    fail("ALREADY_DECIDED", "Everything is being erased. Save other days when that is done.");
  }
  await leave(ctx, closing);
}

/** Opens an app that was closed for other days than the festival's: days that come from the environment change unnoticed. */
export async function openForOtherDays(ctx: MutationCtx): Promise<void> {
  const { lastDay } = await calendarOf(ctx);
  const stopped = ctx.db.query("closings").withIndex("by_stoppedAt", (q) => q.gt("stoppedAt", 0));
  for (const closing of await stopped.take(10)) {
    const isErasing = closing.startedAt !== undefined && closing.doneAt === undefined;
    if (closing.lastDay !== lastDay && !isErasing) await leave(ctx, closing);
  }
}

async function leave(ctx: MutationCtx, { _id, doneAt }: Doc<"closings">): Promise<void> {
  if (doneAt === undefined) await ctx.db.delete("closings", _id);
  else await ctx.db.patch("closings", _id, { stoppedAt: undefined });
}

async function closingOf({ db }: Pick<QueryCtx, "db">, { lastDay }: Calendar): Promise<Doc<"closings"> | null> {
  if (lastDay === null) return null;
  return await db
    .query("closings")
    .withIndex("by_lastDay", (q) => q.eq("lastDay", lastDay))
    .unique();
}
