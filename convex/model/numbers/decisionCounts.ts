/** How fast the desk works: decisions per moderator, in rows of ten minutes. No two moderators write the same row. */
import type { Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { ruling, staffAct } from "../../validators/moderator";
import { HOUR, MINUTE } from "../../shared/durations";

/** Counts a ruling on a waiting profile or a report. Ignores others. */
export async function countDecision(
  ctx: MutationCtx,
  moderator: Id<"users">,
  what: Infer<typeof ruling> | Infer<typeof staffAct>,
): Promise<void> {
  if (DECISIONS.includes(what)) await changeCount(ctx, moderator, Date.now(), 1);
}

/** Subtracts a decision made at `at` (ms), because its moderator undid it. */
export async function uncountDecision(ctx: MutationCtx, moderator: Id<"users">, at: number): Promise<void> {
  await changeCount(ctx, moderator, at, -1);
}

/** Returns the decisions since a time: the caller's and everybody's. */
export async function countDecisionsSince(ctx: QueryCtx, me: Id<"users">, since: number) {
  const rows = await ctx.db
    .query("decisionCounts")
    .withIndex("by_from", (q) => q.gte("from", since))
    .order("desc")
    .take(ROWS);
  const sum = (counted: typeof rows) => counted.reduce((total, { decisions }) => total + decisions, 0);
  return { mine: sum(rows.filter(({ moderator }) => moderator === me)), all: sum(rows) };
}

/**
 * Estimates how many minutes a profile submitted now waits. Rounded up in steps, so it rarely changes and does not reveal the queue's
 * length. Null if nobody decided anything in the last hour. `at`: the time in ms.
 */
export async function reviewMinutes(ctx: QueryCtx, at: number, waiting: number): Promise<number | null> {
  const rows = await ctx.db
    .query("decisionCounts")
    .withIndex("by_from", (q) => q.gte("from", at - HOUR))
    .order("desc")
    .take(ROWS);
  const first = rows.at(-1);
  if (first === undefined) return null;
  const decisions = rows.reduce((total, row) => total + row.decisions, 0);
  const minutesEach = Math.max(at - first.from, SPAN) / MINUTE / decisions;
  const minutes = (waiting + 1) * minutesEach;
  return STEPS.find((step) => step >= minutes) ?? Math.max(...STEPS);
}

const SPAN = 10 * MINUTE;
const STEPS = [5, 10, 15, 20, 30, 45, 60, 120, 180, 240, 360];
/** Enough for an hour with more moderators than any festival has. */
const ROWS = 400;
const DECISIONS: readonly string[] = ["approved", "rejected", "dismissed", "suspended"] satisfies Infer<
  typeof ruling
>[];

async function changeCount(ctx: MutationCtx, moderator: Id<"users">, at: number, by: 1 | -1): Promise<void> {
  const from = Math.floor(at / SPAN) * SPAN;
  const row = await ctx.db
    .query("decisionCounts")
    .withIndex("by_moderator_and_from", (q) => q.eq("moderator", moderator).eq("from", from))
    .unique();
  if (row === null) {
    if (by === 1) await ctx.db.insert("decisionCounts", { moderator, from, decisions: 1 });
    return;
  }
  const decisions = row.decisions + by;
  // A row without decisions would make the wait endless in `reviewMinutes`.
  if (decisions === 0) await ctx.db.delete("decisionCounts", row._id);
  else await ctx.db.patch("decisionCounts", row._id, { decisions });
}
