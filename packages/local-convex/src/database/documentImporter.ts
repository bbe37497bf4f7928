import { convexToJson, jsonToConvex, type JSONValue } from "convex/values";
import type { Table } from "./table";
import { documentText, type Database } from "./database";
import { checkText, refuseUnusableFields } from "./documentRules";
import { TICKS_PER_MS } from "./ids";
import { reindex } from "./searchIndex";
import { sorted, type JsonObject } from "./values";

export interface ImportedDocument {
  id: string | null;
  creationTime: number | null;
  fields: JsonObject;
}

const HOUR_MS = 3_600_000;

/**
 * Inserts imported documents with their ids and creation times. A creation time is a tick of 1/1024 ms, and no two documents of a
 * deployment share one. If a tick is taken, the next free one is used.
 */
export class DocumentImporter {
  readonly #database: Database;
  readonly #usedTicks: Set<number>;
  #latestTick = 0;

  constructor(database: Database, components: string[]) {
    this.#database = database;
    const tables = components.flatMap((component) => database.catalog.tablesOf(component));
    this.#usedTicks = new Set(tables.flatMap((table) => table.ticks()));
  }

  /** Parses a line. Throws if it is not a document. */
  read(text: string): ImportedDocument {
    const { _id: id = null, _creationTime: creationTime = null, ...fields } = JSON.parse(text) as JsonObject;
    if (id !== null && typeof id !== "string") throw new Error("_id must be a string.");
    if (creationTime !== null && !isCreationTime(creationTime)) {
      throw new Error("_creationTime must be a time in milliseconds since 1970, and not in the future.");
    }
    // Converts there and back, which refuses values that a function could not write.
    const value = convexToJson(jsonToConvex(fields as JSONValue)) as JsonObject;
    refuseUnusableFields(value);
    return { id, creationTime, fields: sorted(value) };
  }

  /** Adds a document. Returns its id. `importedNumber`: the table's number in the import's ids. */
  add(table: Table, { id: importedId, creationTime, fields }: ImportedDocument, importedNumber: number | null): string {
    const { ids, aliases } = this.#database;
    const tick = this.#freeTick(creationTime);
    const id = importedId ?? ids.encode(table.number, tick);
    if (importedId !== null) this.#claim(table, id, tick, importedNumber);
    const text = documentText(tick, id, JSON.stringify(fields));
    checkText(text, fields, table);
    table.insert.run(tick, text);
    const document: JsonObject = { _creationTime: tick / TICKS_PER_MS, _id: id, ...fields };
    for (const index of table.indexes) index.put.run(index.keyOf(document), tick);
    reindex(table, tick, null, document, []);
    this.#usedTicks.add(tick);
    this.#latestTick = Math.max(this.#latestTick, tick);
    const decoded = ids.decode(id);
    if (decoded?.tick !== tick || decoded.tableNumber !== table.number)
      aliases.add(id, { tableNumber: table.number, tick });
    return id;
  }

  /** Moves the creation clock past all imported documents. */
  finish(): void {
    this.#database.advanceTick(this.#latestTick);
  }

  #freeTick(creationTime: number | null): number {
    let tick = creationTime === null ? this.#database.nextTick() : Math.round(creationTime * TICKS_PER_MS);
    while (this.#usedTicks.has(tick)) tick += 1;
    return tick;
  }

  /** Throws if an id is malformed, of another table, or already in use. */
  #claim(table: Table, id: string, tick: number, importedNumber: number | null): void {
    const { ids, aliases } = this.#database;
    const parts = ids.decode(id);
    if (parts === null) throw new Error(`"${id}" is not an id.`);
    if (parts.tableNumber !== table.number && parts.tableNumber !== importedNumber) {
      throw new Error(`The id "${id}" is not of table "${table.name}".`);
    }
    for (const candidate of [parts.tick, aliases.find(id)?.tick ?? tick]) {
      const [existing] = Number.isSafeInteger(candidate) ? (table.get.get(candidate) ?? []) : [];
      if (typeof existing === "string" && (JSON.parse(existing) as JsonObject)["_id"] === id) {
        throw new Error(`There is already a document with the id "${id}".`);
      }
    }
  }
}

function isCreationTime(value: unknown): value is number {
  // Allows for the other machine's clock being ahead.
  return typeof value === "number" && value > 0 && value < Date.now() + HOUR_MS;
}
