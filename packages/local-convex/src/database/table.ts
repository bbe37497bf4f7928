import type { Driver, Statement } from "./driver";
import { keyOf } from "./keys";
import type { Check } from "./validators";
import { fieldOf, type JsonObject } from "./values";

/** The index of a table by its ids. */
export const BY_ID = "by_id";

const ROWS_AT_ONCE = 1_000;

/** An index from the schema, or the index of ids. Its keys end with the creation time, which makes them unique. */
export class Index {
  readonly id: number;
  readonly table: Table;
  readonly name: string;
  readonly fields: readonly string[];
  /** The fields that a range may name, in their order. */
  readonly rangeFields: readonly string[];
  readonly #driver: Driver;
  #put: Statement | undefined;
  #remove: Statement | undefined;
  readonly #scans = new Map<number, Statement>();

  constructor(driver: Driver, table: Table, id: number, name: string, fields: readonly string[]) {
    this.#driver = driver;
    this.table = table;
    this.id = id;
    this.name = name;
    this.fields = fields;
    this.rangeFields = [...fields, "_creationTime", "_id"];
  }

  get put(): Statement {
    return (this.#put ??= this.#driver.prepare(`INSERT INTO i${this.id} VALUES (?, ?)`));
  }

  get remove(): Statement {
    return (this.#remove ??= this.#driver.prepare(`DELETE FROM i${this.id} WHERE key = ?`));
  }

  /** Adds rows that come in any order. In the order of their keys they are added several times as fast, so SQLite sorts them first. */
  fill(rows: Iterable<[key: Buffer, tick: number]>): void {
    this.#driver.exec("CREATE TEMP TABLE IF NOT EXISTS unsorted (key BLOB, tick INTEGER)");
    const add = this.#driver.prepare("INSERT INTO temp.unsorted VALUES (?, ?)");
    for (const [key, tick] of rows) add.run(key, tick);
    this.#driver.exec(`INSERT INTO i${this.id} SELECT key, tick FROM temp.unsorted ORDER BY key`);
    this.#driver.exec("DELETE FROM temp.unsorted");
  }

  keyOf(document: JsonObject): Buffer {
    const values = this.fields.map((path) => fieldOf(document, path));
    values.push(document["_creationTime"]!);
    return keyOf(values);
  }

  /** Makes its rows, for an index that is new. */
  create(): void {
    this.#driver.exec(`CREATE TABLE i${this.id} (key BLOB PRIMARY KEY, tick INTEGER NOT NULL) WITHOUT ROWID`);
  }

  drop(): void {
    this.#driver.exec(`DROP TABLE i${this.id}`);
  }

  /**
   * Rows from a key on (inclusive) to another (exclusive): [key in hex, document text], or [key in hex, tick] for documents that are likely
   * to be cached. Keys as text, because the driver takes several times as long to make a buffer; the limit as part of the text, because
   * SQLite plans anew for each value bound to one.
   */
  scan(what: "document" | "tick", descending: boolean, open: boolean, limit: number): Statement {
    const variant = limit * 8 + (what === "tick" ? 4 : 0) + (descending ? 2 : 0) + (open ? 1 : 0);
    let statement = this.#scans.get(variant);
    if (statement === undefined) {
      const joined = `i${this.id} i CROSS JOIN d${this.table.number} d ON d.tick = i.tick`;
      const [column, from] = what === "tick" ? ["i.tick", `i${this.id} i`] : ["d.document", joined];
      const range = `i.key >= ? ${open ? "" : "AND i.key < ?"} ORDER BY i.key ${descending ? "DESC" : "ASC"}`;
      statement = this.#driver.prepare(
        `SELECT lower(hex(i.key)), ${column} FROM ${from} WHERE ${range} LIMIT ${limit}`,
      );
      this.#scans.set(variant, statement);
    }
    return statement;
  }
}

export interface TextDefinition {
  type: "search";
  searchField: string;
  filterFields: readonly string[];
}

export interface VectorDefinition {
  type: "vector";
  vectorField: string;
  dimensions: number;
  filterFields: readonly string[];
}

export type SearchDefinition = TextDefinition | VectorDefinition;

/** An index of what documents say. It is kept in ordinary rows, by the transaction that changes the document. */
export abstract class SearchIndex<Definition extends SearchDefinition = SearchDefinition> {
  readonly id: number;
  readonly table: Table;
  readonly name: string;
  readonly definition: Definition;
  protected readonly driver: Driver;

  constructor(driver: Driver, table: Table, id: number, name: string, definition: Definition) {
    this.driver = driver;
    this.table = table;
    this.id = id;
    this.name = name;
    this.definition = definition;
  }

  abstract create(): void;
  abstract drop(): void;
  /** A document was made (`before` is null), changed or removed (`after` is null). Gives the keys that readers can depend on. */
  abstract change(tick: number, before: JsonObject | null, after: JsonObject | null): Buffer[];
}

/** A table of one component. Rows are kept by the tick of the creation clock, which is a document's primary key. */
export class Table {
  readonly number: number;
  readonly component: string;
  readonly name: string;
  indexes: Index[] = [];
  searches: SearchIndex[] = [];
  /** Names of search and vector indexes that the schema holds back. */
  staged: string[] = [];
  /** The schema's validator for the fields that people set; null if anything goes. */
  check: Check | null = null;
  readonly get: Statement;
  readonly insert: Statement;
  readonly update: Statement;
  readonly remove: Statement;
  readonly #driver: Driver;

  constructor(driver: Driver, number: number, component: string, name: string) {
    this.#driver = driver;
    this.number = number;
    this.component = component;
    this.name = name;
    this.get = driver.prepare(`SELECT document FROM d${number} WHERE tick = ?`);
    this.insert = driver.prepare(`INSERT INTO d${number} VALUES (?, ?)`);
    this.update = driver.prepare(`UPDATE d${number} SET document = ? WHERE tick = ?`);
    this.remove = driver.prepare(`DELETE FROM d${number} WHERE tick = ?`);
  }

  /** Rows [tick, document text] from a tick on (inclusive) to another (exclusive). */
  scan(descending: boolean, limit: number): Statement {
    const order = descending ? "DESC" : "ASC";
    return this.#driver.prepare(
      `SELECT tick, document FROM d${this.number} WHERE tick >= ? AND tick < ? ORDER BY tick ${order} LIMIT ${limit}`,
    );
  }

  /** All rows [tick, document text] from a tick on, in order, some at a time. */
  *rows(from = 0, atOnce = ROWS_AT_ONCE): Generator<[tick: number, text: string]> {
    const scan = this.scan(false, atOnce);
    for (let next = from; ;) {
      const rows = scan.all(next, Number.MAX_SAFE_INTEGER);
      for (const [tick, text] of rows) yield [Number(tick), String(text)];
      if (rows.length < atOnce) return;
      next = Number(rows.at(-1)![0]) + 1;
    }
  }

  ticks(): number[] {
    return this.#driver
      .prepare(`SELECT tick FROM d${this.number}`)
      .all()
      .map(([tick]) => Number(tick));
  }

  count(): number {
    return Number(this.#driver.prepare(`SELECT count(*) FROM d${this.number}`).get()![0]);
  }

  /** The count, up to `limit`, so that a large table is not read. */
  countTo(limit: number): number {
    const counted = `SELECT 1 FROM d${this.number} LIMIT ${limit}`;
    return Number(this.#driver.prepare(`SELECT count(*) FROM (${counted})`).get()![0]);
  }
}
