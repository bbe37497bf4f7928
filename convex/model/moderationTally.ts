/** How many profiles wait and how many are approved: one row, written when somebody hands in or is decided on. */
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Counts = { pending: number; approved: number };

export async function tally(ctx: MutationCtx, change: Partial<Counts>): Promise<void> {
  const row = await ctx.db.query("tallies").first();
  const counts = {
    pending: (row?.pending ?? 0) + (change.pending ?? 0),
    approved: (row?.approved ?? 0) + (change.approved ?? 0),
  };
  if (row === null) await ctx.db.insert("tallies", counts);
  else await ctx.db.replace("tallies", row._id, counts);
}

export async function tallies(ctx: QueryCtx): Promise<Counts> {
  const row = await ctx.db.query("tallies").first();
  return { pending: row?.pending ?? 0, approved: row?.approved ?? 0 };
}
