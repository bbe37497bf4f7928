/** Deletes rows, a bounded number per transaction. */
import type { Doc, Id, TableNames } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** Deletes up to `limit` rows of a query. Returns how many. */
export async function deleteRows<T extends TableNames>(
  { db }: MutationCtx,
  table: T,
  rows: { take(limit: number): Promise<Doc<T>[]> },
  limit: number,
): Promise<number> {
  const batch = await rows.take(limit);
  for (const { _id } of batch) await db.delete(table, _id);
  return batch.length;
}

/** Tables whose rows go with their user's account. Each has the index `by_userId`. */
const ownTables = [
  "resets",
  "outbox",
  "sentMails",
  "mailSettings",
  "likesToMail",
  "pushSettings",
  "personKeys",
  "personViews",
  "undoableDecisions",
] as const satisfies TableNames[];

/** Deletes up to `limit` rows of each table that belong to a user. Returns the largest number deleted from one table. */
export async function deleteOwnRows(ctx: MutationCtx, userId: Id<"users">, limit: number): Promise<number> {
  let most = 0;
  for (const table of ownTables as readonly "resets"[]) {
    const rows = ctx.db.query(table).withIndex("by_userId", (q) => q.eq("userId", userId));
    most = Math.max(most, await deleteRows(ctx, table, rows, limit));
  }
  return most;
}
