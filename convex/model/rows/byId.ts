import type { Doc, TableNames } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Returns the row with an id that a client sent, or that may be of another table. Null if this table has none. */
export async function rowById<T extends TableNames>(
  { db }: Pick<QueryCtx, "db">,
  table: T,
  text: string,
): Promise<Doc<T> | null> {
  const id = db.normalizeId(table, text);
  return id && (await db.get(table, id));
}
