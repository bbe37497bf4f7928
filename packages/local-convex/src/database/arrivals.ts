import { convexToJson, jsonToConvex, type JSONValue } from "convex/values";
import type { Table } from "./catalog";
import { documentText, type Database } from "./database";
import { checkSize, refuseUnusableFields } from "./documentRules";
import { TICKS_PER_MS } from "./ids";
import { indexKey } from "./range";
import { sorted, type JsonObject } from "./values";

/** A document of an import. */
export interface Arrival {
  id: string | null;
  creationTime: number | null;
  fields: JsonObject;
}

const HOUR_MS = 3_600_000;

/**
 * Puts documents of an import in their places, under the ids and creation times that they bring. A place is a tick of
 * the creation clock, which no two documents of a deployment may share: where one is taken, the next free one is used,
 * a thousandth of a millisecond later.
 */
export class Arrivals {
  readonly #database: Database;
  readonly #taken: Set<number>;
  #latest = 0;

  constructor(database: Database, components: string[]) {
    this.#database = database;
    const tables = components.flatMap((component) => database.catalog.tablesOf(component));
    this.#taken = new Set(tables.flatMap((table) => table.ticks()));
  }

  /** What a line says, or in words why that is no document. */
  read(text: string): Arrival {
    const { _id: id = null, _creationTime: creationTime = null, ...fields } = JSON.parse(text) as JsonObject;
    if (id !== null && typeof id !== "string") throw new Error("_id must be a string.");
    if (creationTime !== null && !isCreationTime(creationTime)) {
      throw new Error("_creationTime must be a time in milliseconds since 1970, and not in the future.");
    }
    // There and back, so that what is kept is what a function could have written.
    const value = convexToJson(jsonToConvex(fields as JSONValue)) as JsonObject;
    refuseUnusableFields(value);
    return { id, creationTime, fields: sorted(value) };
  }

  /** Adds a document; gives its id. `foreign` is the number by which ids of the import may call the table. */
  add(table: Table, { id: wanted, creationTime, fields }: Arrival, foreign: number | null): string {
    const { ids, aliases } = this.#database;
    const tick = this.#placeFor(creationTime);
    const id = wanted ?? ids.encode(table.number, tick);
    if (wanted !== null) this.#claim(table, id, tick, foreign);
    const text = documentText(tick, id, JSON.stringify(fields));
    checkSize(text, fields, table);
    table.insert.run(tick, text);
    const document: JsonObject = { _creationTime: tick / TICKS_PER_MS, _id: id, ...fields };
    for (const index of table.indexes) index.put.run(indexKey(index, document), tick);
    this.#taken.add(tick);
    this.#latest = Math.max(this.#latest, tick);
    const own = ids.decode(id);
    if (own?.tick !== tick || own.tableNumber !== table.number) aliases.add(id, { tableNumber: table.number, tick });
    return id;
  }

  /** What is made from now on is later than all that came. */
  finish(): void {
    this.#database.passTick(this.#latest);
  }

  #placeFor(creationTime: number | null): number {
    let tick = creationTime === null ? this.#database.nextTick() : Math.round(creationTime * TICKS_PER_MS);
    while (this.#taken.has(tick)) tick += 1;
    return tick;
  }

  /** Refuses what is no id, an id of another table, and one that another document has. */
  #claim(table: Table, id: string, tick: number, foreign: number | null): void {
    const { ids, aliases } = this.#database;
    const parts = ids.decode(id);
    if (parts === null) throw new Error(`"${id}" is not an id.`);
    if (parts.tableNumber !== table.number && parts.tableNumber !== foreign) {
      throw new Error(`The id "${id}" is not of table "${table.name}".`);
    }
    for (const place of [parts.tick, aliases.find(id)?.tick ?? tick]) {
      const [there] = Number.isSafeInteger(place) ? (table.get.get(place) ?? []) : [];
      if (typeof there === "string" && (JSON.parse(there) as JsonObject)["_id"] === id) {
        throw new Error(`There is already a document with the id "${id}".`);
      }
    }
  }
}

function isCreationTime(value: unknown): value is number {
  // Clocks of two machines differ.
  return typeof value === "number" && value > 0 && value < Date.now() + HOUR_MS;
}
