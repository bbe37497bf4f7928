import type { Database } from "./database";
import { parsed } from "./documentCache";
import { moveInIndexes } from "./moveInIndexes";
import type { Change } from "./readSet";
import type { JsonObject } from "./values";

/** Writes the documents and index keys of before these changes. The caller undoes it by the savepoint that it is in. */
export function takeBack(database: Database, changes: readonly Change[]): void {
  const first = new Map<number, Change>();
  for (const change of changes) if (!first.has(change.tick)) first.set(change.tick, change);
  for (const { table, tick, before } of first.values()) {
    const document = database.document(table, tick);
    const old = before === null ? null : (JSON.parse(before) as JsonObject);
    moveInIndexes(table, tick, document === null ? null : parsed(document), old);
    if (document !== null) table.remove.run(tick);
    if (before !== null) table.insert.run(tick, before);
    database.documents.delete(tick);
  }
}
