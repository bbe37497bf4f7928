import type { Driver, Statement } from "./driver";
import { keyOf } from "./keys";
import type { Check } from "./validators";
import { fieldOf, type JsonObject } from "./values";

/** The name of a table's index of ids. */
export const BY_ID = "by_id";

const ROWS_PER_READ = 1_000;

/** An index from the schema, or the index of ids. Its keys end with the creation time, which makes them unique. */
export class Index {
  readonly id: number;
  readonly table: Table;
  readonly name: string;
  readonly fields: readonly string[];
  /** The fields that a range may name, in order. */
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

  /** Adds rows in any order. Lets SQLite sort them first: adding in key order is several times as fast. */
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

  /** Creates the SQLite table of a new index. */
  create(): void {
    this.#driver.exec(`CREATE TABLE i${this.id} (key BLOB PRIMARY KEY, tick INTEGER NOT NULL) WITHOUT ROWID`);
  }

  drop(): void {
    this.#driver.exec(`DROP TABLE i${this.id}`);
  }

  /**
   * Selects rows from one key (inclusive) to another (exclusive): [key in hex, document text], or [key in hex, tick] for documents that are
   * probably cached. Keys are text, because the driver takes several times as long to create a buffer. The limit is part of the SQL,
   * because SQLite plans anew for each bound limit.
   */
  scan(column: "document" | "tick", descending: boolean, isUnbounded: boolean, limit: number): Statement {
    const variant = limit * 8 + (column === "tick" ? 4 : 0) + (descending ? 2 : 0) + (isUnbounded ? 1 : 0);
    let statement = this.#scans.get(variant);
    if (statement === undefined) {
      const joined = `i${this.id} i CROSS JOIN d${this.table.number} d ON d.tick = i.tick`;
      const [selected, from] = column === "tick" ? ["i.tick", `i${this.id} i`] : ["d.document", joined];
      const range = `i.key >= ? ${isUnbounded ? "" : "AND i.key < ?"} ORDER BY i.key ${descending ? "DESC" : "ASC"}`;
      statement = this.#driver.prepare(
        `SELECT lower(hex(i.key)), ${selected} FROM ${from} WHERE ${range} LIMIT ${limit}`,
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

/** A search index of documents' content. It is ordinary rows, written by the transaction that changes the document. */
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
  /**
   * Updates the index after a document was created (`before` is null), changed, or deleted (`after` is null). Returns the touched keys, on
   * which readers may depend.
   */
  abstract change(tick: number, before: JsonObject | null, after: JsonObject | null): Buffer[];
}

/** A table of one component. Its primary key is the document's creation tick. */
export class Table {
  readonly number: number;
  readonly component: string;
  readonly name: string;
  indexes: Index[] = [];
  searches: SearchIndex[] = [];
  /** Names of the schema's staged search and vector indexes, which cannot be queried yet. */
  staged: string[] = [];
  /** The schema's check of a document's own fields. Null: anything is allowed. */
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

  /** Selects rows [tick, document text] from one tick (inclusive) to another (exclusive). */
  scan(descending: boolean, limit: number): Statement {
    const order = descending ? "DESC" : "ASC";
    return this.#driver.prepare(
      `SELECT tick, document FROM d${this.number} WHERE tick >= ? AND tick < ? ORDER BY tick ${order} LIMIT ${limit}`,
    );
  }

  /** Yields all rows [tick, document text] from a tick on, in order. Reads `batchSize` per statement. */
  *rows(from = 0, batchSize = ROWS_PER_READ): Generator<[tick: number, text: string]> {
    const scan = this.scan(false, batchSize);
    for (let next = from; ;) {
      const rows = scan.all(next, Number.MAX_SAFE_INTEGER);
      for (const [tick, text] of rows) yield [Number(tick), String(text)];
      if (rows.length < batchSize) return;
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

  /** Returns the number of rows, at most `limit`, so that it does not read all of a large table. */
  countTo(limit: number): number {
    const limitedRows = `SELECT 1 FROM d${this.number} LIMIT ${limit}`;
    return Number(this.#driver.prepare(`SELECT count(*) FROM (${limitedRows})`).get()![0]);
  }
}
