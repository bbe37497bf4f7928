/** How fast the desk works: decisions, counted for each moderator in rows of ten minutes, so that no two write the same row. */
import type { Infer } from "convex/values";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import type { ruling, staffAct } from "../validatorsModerator";

/** Counts a ruling, if it is one about a waiting profile or a report. */
export async function countDecision(
  ctx: MutationCtx,
  moderator: Id<"users">,
  what: Infer<typeof ruling> | Infer<typeof staffAct>,
): Promise<void> {
  if (!DECISIONS.includes(what)) return;
  const from = Math.floor(Date.now() / SPAN) * SPAN;
  const row = await ctx.db
    .query("decisionCounts")
    .withIndex("by_moderator_and_from", (q) => q.eq("moderator", moderator).eq("from", from))
    .unique();
  if (row === null) await ctx.db.insert("decisionCounts", { moderator, from, decisions: 1 });
  else await ctx.db.patch("decisionCounts", row._id, { decisions: row.decisions + 1 });
}

/** The decisions since a time: mine and everybody's. */
export async function countDecisionsSince(ctx: QueryCtx, me: Id<"users">, since: number) {
  const rows = await ctx.db
    .query("decisionCounts")
    .withIndex("by_from", (q) => q.gte("from", since))
    .order("desc")
    .take(ROWS);
  const sum = (counted: typeof rows) => counted.reduce((total, { decisions }) => total + decisions, 0);
  return { mine: sum(rows.filter(({ moderator }) => moderator === me)), all: sum(rows) };
}

const SPAN = 10 * 60_000;
/** An hour of more moderators than there are. */
const ROWS = 400;
const DECISIONS: readonly string[] = ["approved", "rejected", "dismissed", "suspended"] satisfies Infer<
  typeof ruling
>[];
