import type { Doc, TableNames } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Returns the row with this id, which a client sent or which may belong to another table. Null if this table has no such row. */
export async function rowById<T extends TableNames>(
  { db }: Pick<QueryCtx, "db">,
  table: T,
  text: string,
): Promise<Doc<T> | null> {
  const id = db.normalizeId(table, text);
  return id && (await db.get(table, id));
}
