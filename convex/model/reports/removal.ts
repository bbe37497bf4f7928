/** What a deleted account leaves in reports and decisions. Decided reports about it go, and its own reports lose their author. */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteWords, forgetReporter } from "../chat/evidence";

/** Removes up to `most` rows of each kind. Returns the largest number removed of one kind. */
export async function removeReports(ctx: MutationCtx, userId: Id<"users">, most: number): Promise<number> {
  const about = ctx.db.query("reports").withIndex("by_reported_and_status", (q) => q.eq("reported", userId));
  const by = ctx.db.query("reports").withIndex("by_reporter_and_reported", (q) => q.eq("reporter", userId));
  const decided = ctx.db.query("rulings").withIndex("by_about", (q) => q.eq("about", userId));
  const [accused, written, rulings] = await Promise.all([about.take(most), by.take(most), decided.take(most)]);
  for (const { _id } of accused) {
    await deleteWords(ctx, _id);
    await ctx.db.delete("reports", _id);
  }
  for (const { _id } of written) {
    await forgetReporter(ctx, _id);
    await ctx.db.patch("reports", _id, { reporter: undefined });
  }
  for (const { _id } of rulings)
    await ctx.db.patch("rulings", _id, { about: undefined, name: undefined, reason: undefined });
  return Math.max(accused.length, written.length, rulings.length);
}
