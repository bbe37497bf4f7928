/** What goes of reports and decisions with a person: all that was written about them, and their name on what they wrote. */
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";

/** Forgets up to `most` rows of each kind; says how many the largest kind had. */
export async function forgetReports(ctx: MutationCtx, userId: Id<"users">, most: number): Promise<number> {
  const about = ctx.db.query("reports").withIndex("by_reported_and_status", (q) => q.eq("reported", userId));
  const by = ctx.db.query("reports").withIndex("by_reporter_and_reported", (q) => q.eq("reporter", userId));
  const decided = ctx.db.query("rulings").withIndex("by_about", (q) => q.eq("about", userId));
  const [accused, written, rulings] = [await about.take(most), await by.take(most), await decided.take(most)];
  for (const { _id } of accused) await ctx.db.delete("reports", _id);
  for (const { _id } of written) await ctx.db.patch("reports", _id, { reporter: undefined });
  for (const { _id } of rulings) await ctx.db.patch("rulings", _id, { about: undefined, name: undefined });
  return Math.max(accused.length, written.length, rulings.length);
}
