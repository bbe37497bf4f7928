/**
 * Counts waiting profiles, by kind, and approved ones, as they change. Each user always writes the same of a few shards, so simultaneous
 * submissions do not conflict.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { hashUserId } from "./numbers";

type Row = Doc<"profileCounts">;
type Counts = Omit<WithoutSystemFields<Row>, "shard">;
type Waiting = Pick<Doc<"submissions">, "userId" | "kind" | "known" | "reported">;

/** Counts a version that starts (1) or stops (-1) waiting. Adds `otherChanges` in the same write. */
export async function countWaiting(
  ctx: MutationCtx,
  { userId, kind, known, reported }: Waiting,
  by: 1 | -1,
  otherChanges: Partial<Counts> = {},
): Promise<void> {
  const edits = kind === "edit" ? by : 0;
  const change = { pending: by, edits, known: known ? by : 0, reported: reported ? by : 0 };
  await countProfiles(ctx, userId, { ...change, ...otherChanges });
}

/** Adds `change` to the counts, in the user's shard. */
export async function countProfiles(
  ctx: MutationCtx,
  userId: Id<"users"> | undefined,
  change: Partial<Counts>,
): Promise<void> {
  const shard = hashUserId(userId ?? "") % SHARDS;
  const row = await getOneFrom(ctx.db, "profileCounts", "by_shard", shard);
  if (row === null) await ctx.db.insert("profileCounts", { ...none, ...change, shard });
  else await ctx.db.patch("profileCounts", row._id, sumOf([row, { ...none, ...change }]));
}

export async function readProfileCounts(ctx: QueryCtx): Promise<Counts> {
  return sumOf(await ctx.db.query("profileCounts").take(SHARDS));
}

/** Enough that thirty people a second rarely write the same row at the same time. */
const SHARDS = 16;
const names = ["pending", "approved", "edits", "known", "reported"] as const;
const none: Counts = { pending: 0, approved: 0, edits: 0, known: 0, reported: 0 };

function sumOf(rows: readonly Counts[]): Counts {
  const sum = { ...none };
  for (const row of rows) for (const name of names) sum[name] += row[name];
  return sum;
}
