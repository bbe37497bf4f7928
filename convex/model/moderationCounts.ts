/** How many profiles wait, of each kind, and how many are approved: counted as they change, in one row. */
import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type Counts = WithoutSystemFields<Doc<"profileCounts">>;
type Waiting = Pick<Doc<"submissions">, "kind" | "known" | "reported">;

/** Counts a version that begins (1) or ends (-1) to wait. */
export async function countWaiting(ctx: MutationCtx, { kind, known, reported }: Waiting, by: 1 | -1): Promise<void> {
  const edits = kind === "edit" ? by : 0;
  await countProfiles(ctx, { pending: by, edits, known: known ? by : 0, reported: reported ? by : 0 });
}

/**
 * Changes the counts. A row from before the kinds were counted counts them from when nobody waits: until then nobody knows how
 * many there were.
 */
export async function countProfiles(ctx: MutationCtx, change: Partial<Counts>): Promise<void> {
  const row = await ctx.db.query("profileCounts").first();
  const none: Counts = { pending: 0, approved: row?.approved ?? 0, edits: 0, known: 0, reported: 0 };
  const before = row === null || row.pending === 0 ? none : row;
  const counts: Counts = { pending: before.pending, approved: before.approved };
  for (const name of ["pending", "approved", "edits", "known", "reported"] as const) {
    const count = before[name];
    if (count !== undefined) counts[name] = count + (change[name] ?? 0);
  }
  if (row === null) await ctx.db.insert("profileCounts", counts);
  else await ctx.db.replace("profileCounts", row._id, counts);
}

/** How many profiles wait and how many are approved; of a kind nothing where it was not counted from the beginning. */
export async function readProfileCounts(ctx: QueryCtx): Promise<Counts> {
  const row = await ctx.db.query("profileCounts").first();
  if (row === null) return { pending: 0, approved: 0, edits: 0, known: 0, reported: 0 };
  const { _id, _creationTime, ...counts } = row;
  return counts;
}
