import { AsyncResource } from "node:async_hooks";
import type { Database } from "./database";
import { BY_ID, type Index, type Table } from "./table";
import type { JsonObject } from "./values";

/** A commit's timers must not run in the context of the function that needed the index. */
const outsideContext = new AsyncResource("index of ids");

/**
 * Returns a table's index of ids, in text order. Documents are stored by creation and few programs query a range of ids. So the first such
 * query creates this index, and the next push drops it.
 */
export function idIndexOf(database: Database, table: Table): Index {
  const existing = table.indexes.find((index) => index.name === BY_ID);
  if (existing !== undefined) return existing;
  const wasInBatch = database.isInBatch;
  database.begin();
  try {
    const index = database.catalog.createIndex(table, BY_ID, ["_id"]);
    database.duringLongWork(() => backfill(index));
    if (!wasInBatch) outsideContext.runInAsyncScope(() => database.commit());
    return index;
  } catch (error) {
    if (!wasInBatch) database.rollback();
    throw error;
  }
}

export function backfill(index: Index): void {
  index.fill(keysOf(index));
}

function* keysOf(index: Index): Generator<[key: Buffer, tick: number]> {
  for (const [tick, document] of documentsOf(index.table)) yield [index.keyOf(document), tick];
}

export function* documentsOf(table: Table): Generator<[tick: number, document: JsonObject]> {
  for (const [tick, text] of table.rows()) yield [tick, JSON.parse(text) as JsonObject];
}
