/** Deletes rows in batches, and writes tables that have a single row. */
import type { IndexNames, NamedTableInfo, WithoutSystemFields } from "convex/server";
import type { DataModel, Doc, Id, TableNames } from "../../_generated/dataModel";
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

type TableOfUsers = {
  [T in TableNames]: "by_userId" extends IndexNames<NamedTableInfo<DataModel, T>> ? T : never;
}[TableNames];

/** Tables whose rows are deleted with their user's account. */
const ownTables = [
  "resets",
  "outbox",
  "sentMails",
  "mailSettings",
  "likesToMail",
  "messageCounters",
  "pushSettings",
  "personKeys",
  "personViews",
  "undoableDecisions",
] as const satisfies TableOfUsers[];

/** Deletes up to `limit` rows of each table that belong to a user. Returns the largest number deleted from one table. */
export async function deleteOwnRows(ctx: MutationCtx, userId: Id<"users">, limit: number): Promise<number> {
  let largest = 0;
  for (const table of ownTables as readonly "resets"[]) {
    const rows = ctx.db.query(table).withIndex("by_userId", (q) => q.eq("userId", userId));
    largest = Math.max(largest, await deleteRows(ctx, table, rows, limit));
  }
  return largest;
}

/** Writes the single row of a table, if it changed. `row`: the current one. Returns whether it changed. */
export async function writeSingle<T extends TableNames>(
  { db }: MutationCtx,
  table: T,
  row: Doc<T> | null,
  next: WithoutSystemFields<Doc<T>>,
): Promise<boolean> {
  if (row !== null && isSame(row, next)) return false;
  if (row === null) await db.insert(table, next);
  else await db.replace(table, row._id, next as never);
  return true;
}

/** True if a row has all these values. */
export function isSame(row: object, values: object): boolean {
  const fields = row as Record<string, unknown>;
  return Object.entries(values).every(([name, value]) => textOf(value) === textOf(fields[name]));
}

/** The order of fields makes no difference. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  );
}
