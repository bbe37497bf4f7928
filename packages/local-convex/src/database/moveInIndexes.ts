import type { Table } from "./table";
import { indexKey } from "./indexKey";
import type { Change } from "./readSet";
import { reindex } from "./searchIndex";
import { fieldOf, type JsonObject } from "./values";

/**
 * Moves a document in all indexes of its table, from its old content (null: new) to its new content (null: deleted). Returns the old and
 * new keys, on which readers may depend.
 */
export function moveInIndexes(
  table: Table,
  tick: number,
  before: JsonObject | null,
  after: JsonObject | null,
): Change["touched"] {
  const touched: Change["touched"] = [];
  for (const index of table.indexes) {
    const from = before === null ? null : indexKey(index, before);
    if (from !== null) touched.push(index.id, from);
    // Most changes leave most keys as they are.
    if (isSame(index.fields, before, after)) continue;
    const to = after === null ? null : indexKey(index, after);
    if (from !== null && to !== null && from.equals(to)) continue;
    if (from !== null) index.remove.run(from);
    if (to === null) continue;
    index.put.run(to, tick);
    touched.push(index.id, to);
  }
  if (table.searches.length > 0) reindex(table, tick, before, after, touched);
  return touched;
}

function isSame(fields: readonly string[], before: JsonObject | null, after: JsonObject | null): boolean {
  if (before === null || after === null) return false;
  return fields.every((path) => fieldOf(before, path) === fieldOf(after, path));
}
