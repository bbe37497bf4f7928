import type { Database } from "./database";
import { parsed } from "./documentCache";
import type { Change } from "./readSet";
import { reindex } from "./searchIndex";
import type { Table } from "./table";
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
    const oldKey = before === null ? null : index.keyOf(before);
    if (oldKey !== null) touched.push(index.id, oldKey);
    // Most changes affect few keys.
    if (areFieldsEqual(index.fields, before, after)) continue;
    const newKey = after === null ? null : index.keyOf(after);
    if (oldKey !== null && newKey !== null && oldKey.equals(newKey)) continue;
    if (oldKey !== null) index.remove.run(oldKey);
    if (newKey === null) continue;
    index.put.run(newKey, tick);
    touched.push(index.id, newKey);
  }
  if (table.searches.length > 0) reindex(table, tick, before, after, touched);
  return touched;
}

/** Restores the documents and index keys as they were before these changes. The caller's savepoint undoes this. */
export function revert(database: Database, changes: readonly Change[]): void {
  const firstChanges = new Map<number, Change>();
  for (const change of changes) if (!firstChanges.has(change.tick)) firstChanges.set(change.tick, change);
  for (const { table, tick, before } of firstChanges.values()) {
    const document = database.document(table, tick);
    const oldValue = before === null ? null : (JSON.parse(before) as JsonObject);
    moveInIndexes(table, tick, document === null ? null : parsed(document), oldValue);
    if (document !== null) table.remove.run(tick);
    if (before !== null) table.insert.run(tick, before);
    database.documents.delete(tick);
  }
}

function areFieldsEqual(fields: readonly string[], before: JsonObject | null, after: JsonObject | null): boolean {
  if (before === null || after === null) return false;
  return fields.every((path) => fieldOf(before, path) === fieldOf(after, path));
}
