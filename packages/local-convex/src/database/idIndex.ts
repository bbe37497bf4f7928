import { AsyncResource } from "node:async_hooks";
import type { Database } from "./database";
import { BY_ID, type Index, type Table } from "./table";
import type { JsonObject } from "./values";

/** Timers and other side effects of a commit do not belong to the function that needed the index. */
const outside = new AsyncResource("index of ids");

/**
 * The index of a table's ids, in their order as text. Few programs ask for a range of ids, and documents lie by creation, so a table
 * gets this index when it is first asked for, and loses it with the next push.
 */
export function idIndexOf(database: Database, table: Table): Index {
  const known = table.indexes.find((index) => index.name === BY_ID);
  if (known !== undefined) return known;
  const isBatch = database.isInBatch;
  database.begin();
  try {
    const index = database.catalog.createIndex(table, BY_ID, ["_id"]);
    database.duringLongWork(() => backfill(index));
    if (!isBatch) outside.runInAsyncScope(() => database.commit());
    return index;
  } catch (error) {
    if (!isBatch) database.rollback();
    throw error;
  }
}

/** Adds all documents of its table to a new index. */
export function backfill(index: Index): void {
  index.fill(keysOf(index));
}

function* keysOf(index: Index): Generator<[key: Buffer, tick: number]> {
  for (const [tick, document] of documentsOf(index.table)) yield [index.keyOf(document), tick];
}

export function* documentsOf(table: Table): Generator<[tick: number, document: JsonObject]> {
  for (const [tick, text] of table.rows()) yield [tick, JSON.parse(text) as JsonObject];
}
