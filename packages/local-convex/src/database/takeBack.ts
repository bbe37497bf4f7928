import type { Table } from "./catalog";
import type { Database } from "./database";
import { parsed } from "./documentCache";
import { indexKey } from "./indexKey";
import type { Change } from "./readSet";
import { reindex } from "./searchIndex";
import type { JsonObject } from "./values";

/** Writes the documents and index keys of before these changes. The caller undoes it by the savepoint that it is in. */
export function takeBack(database: Database, changes: readonly Change[]): void {
  const first = new Map<number, Change>();
  for (const change of changes) if (!first.has(change.tick)) first.set(change.tick, change);
  for (const { table, tick, before } of first.values()) {
    const document = database.document(table, tick);
    const old = before === null ? null : (JSON.parse(before) as JsonObject);
    moveKeys(table, tick, document === null ? null : parsed(document), old);
    if (document !== null) table.remove.run(tick);
    if (before !== null) table.insert.run(tick, before);
    database.documents.delete(tick);
  }
}

function moveKeys(table: Table, tick: number, from: JsonObject | null, to: JsonObject | null): void {
  for (const index of table.indexes) {
    if (from !== null) index.remove.run(indexKey(index, from));
    if (to !== null) index.put.run(indexKey(index, to), tick);
  }
  if (table.searches.length > 0) reindex(table, tick, from, to, []);
}
