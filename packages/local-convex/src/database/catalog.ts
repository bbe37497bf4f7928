import type { Driver, Statement } from "./driver";
import { BY_ID } from "./idIndex";
import type { SearchDefinition, SearchIndex } from "./searchIndex";
import { TextIndex } from "./textIndex";
import type { Check } from "./validators";
import { VectorIndex } from "./vectorIndex";

/** An index that the schema names, or the one of ids. Its keys end with the creation time, which makes them unique. */
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
  readonly #keyScans = new Map<number, Statement>();

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

  /** Rows [key in hex, tick] from a key on, as `scan` gives them: for documents that are likely to be at hand. */
  keys(descending: boolean, open: boolean, limit: number): Statement {
    const variant = variantOf(descending, open, limit);
    let statement = this.#keyScans.get(variant);
    if (statement === undefined) {
      statement = this.#driver.prepare(
        `SELECT lower(hex(i.key)), i.tick FROM i${this.id} i ${rangeSql(descending, open, limit)}`,
      );
      this.#keyScans.set(variant, statement);
    }
    return statement;
  }

  /**
   * Rows [key in hex, document text] from a key on (inclusive) to another (exclusive). Keys as text, because the driver
   * takes several times as long to make a buffer; the limit as part of the text, because SQLite plans anew for each
   * value bound to one.
   */
  scan(descending: boolean, open: boolean, limit: number): Statement {
    const variant = variantOf(descending, open, limit);
    let statement = this.#scans.get(variant);
    if (statement === undefined) {
      statement = this.#driver.prepare(
        `SELECT lower(hex(i.key)), d.document FROM i${this.id} i CROSS JOIN d${this.table.number} d ON d.tick = i.tick
         ${rangeSql(descending, open, limit)}`,
      );
      this.#scans.set(variant, statement);
    }
    return statement;
  }
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

  /** All rows [tick, document text] in order, some at a time. */
  *rows(): Generator<[tick: number, text: string]> {
    const scan = this.scan(false, ROWS_AT_ONCE);
    for (let from = 0; ;) {
      const rows = scan.all(from, Number.MAX_SAFE_INTEGER);
      for (const [tick, text] of rows) yield [Number(tick), String(text)];
      if (rows.length < ROWS_AT_ONCE) return;
      from = Number(rows.at(-1)![0]) + 1;
    }
  }

  /** The keys of all rows. */
  ticks(): number[] {
    return this.#driver
      .prepare(`SELECT tick FROM d${this.number}`)
      .all()
      .map(([tick]) => Number(tick));
  }

  count(): number {
    return Number(this.#driver.prepare(`SELECT count(*) FROM d${this.number}`).get()![0]);
  }

  /** The same, counted no further than `limit`: a large table is not read. */
  countTo(limit: number): number {
    const counted = `SELECT 1 FROM d${this.number} LIMIT ${limit}`;
    return Number(this.#driver.prepare(`SELECT count(*) FROM (${counted})`).get()![0]);
  }
}

function variantOf(descending: boolean, open: boolean, limit: number): number {
  return limit * 4 + (descending ? 2 : 0) + (open ? 1 : 0);
}

function rangeSql(descending: boolean, open: boolean, limit: number): string {
  return `WHERE i.key >= ? ${open ? "" : "AND i.key < ?"} ORDER BY i.key ${descending ? "DESC" : "ASC"} LIMIT ${limit}`;
}

const ROWS_AT_ONCE = 1_000;
const FIRST_SYSTEM_NUMBER = 129;
const FIRST_USER_NUMBER = 10_001;

/** Which tables and indexes exist, in memory and in the database. Ids name tables by number, over all components. */
export class Catalog {
  readonly #driver: Driver;
  readonly #byName = new Map<string, Map<string, Table>>();
  readonly #byNumber = new Map<number, Table>();
  /** Made while functions ran, not by a push. */
  readonly #madeLater: Index[] = [];

  constructor(driver: Driver) {
    this.#driver = driver;
    driver.exec(`
      CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, component TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (component, name));
      CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, tableNumber INTEGER NOT NULL, name TEXT NOT NULL, fields TEXT NOT NULL);
    `);
    this.reload();
  }

  /** Reads everything again, after a change of schema was undone. What writes are checked against stays. */
  reload(): void {
    const checks = new Map([...this.#byNumber.values()].map(({ number, check }) => [number, check]));
    this.#byName.clear();
    this.#byNumber.clear();
    for (const [number, component, name] of this.#driver.prepare("SELECT number, component, name FROM tables").all()) {
      const table = new Table(this.#driver, Number(number), String(component), String(name));
      table.check = checks.get(table.number) ?? null;
      this.#add(table);
    }
    for (const [id, table, name, fields] of this.#driver.prepare("SELECT * FROM indexes ORDER BY id").all()) {
      const owner = this.#byNumber.get(Number(table))!;
      const parsed = JSON.parse(String(fields)) as string[] | SearchDefinition;
      if (Array.isArray(parsed)) owner.indexes.push(new Index(this.#driver, owner, Number(id), String(name), parsed));
      else owner.searches.push(this.#searchIndex(owner, Number(id), String(name), parsed));
    }
  }

  find(component: string, name: string): Table | undefined {
    return this.#byName.get(component)?.get(name);
  }

  byNumber(number: number): Table | undefined {
    return this.#byNumber.get(number);
  }

  tablesOf(component: string): Table[] {
    return [...(this.#byName.get(component)?.values() ?? [])];
  }

  /** A table of that name in every component that has one. */
  allNamed(name: string): Table[] {
    return [...this.#byName.values()].flatMap((tables) => tables.get(name) ?? []);
  }

  /** A new table: with the next number free for its kind, unless it is to have this one, which must be free. */
  createTable(component: string, name: string, wanted: number | null = null): Table {
    const number = wanted ?? this.#nextNumber(name);
    this.#driver.prepare("INSERT INTO tables VALUES (?, ?, ?)").run(number, component, name);
    this.#driver.exec(`CREATE TABLE d${number} (tick INTEGER PRIMARY KEY, document TEXT NOT NULL)`);
    const table = new Table(this.#driver, number, component, name);
    this.#add(table);
    return table;
  }

  /** Forgets a table whose creation was rolled back. */
  forget(table: Table): void {
    this.#byName.get(table.component)?.delete(table.name);
    this.#byNumber.delete(table.number);
  }

  createIndex(table: Table, name: string, fields: readonly string[]): Index {
    const id = this.#addIndex(table, name, fields);
    this.#driver.exec(`CREATE TABLE i${id} (key BLOB PRIMARY KEY, tick INTEGER NOT NULL) WITHOUT ROWID`);
    const index = new Index(this.#driver, table, id, name, fields);
    table.indexes.push(index);
    if (name === BY_ID) this.#madeLater.push(index);
    return index;
  }

  /** Forgets the indexes whose creation was undone with the function that needed them. */
  forgetIndexesUndone(): void {
    for (const { id, table } of this.#madeLater) {
      if (this.#driver.prepare("SELECT 1 FROM indexes WHERE id = ?").get(id) !== undefined) continue;
      table.indexes = table.indexes.filter((other) => other.id !== id);
    }
  }

  /** A search index, without the documents that are there. */
  createSearch(table: Table, name: string, definition: SearchDefinition): SearchIndex {
    const index = this.#searchIndex(table, this.#addIndex(table, name, definition), name, definition);
    index.create();
    table.searches.push(index);
    return index;
  }

  dropSearch(index: SearchIndex): void {
    this.#driver.prepare("DELETE FROM indexes WHERE id = ?").run(index.id);
    index.drop();
    index.table.searches = index.table.searches.filter((other) => other !== index);
  }

  dropIndex(index: Index): void {
    this.#driver.prepare("DELETE FROM indexes WHERE id = ?").run(index.id);
    this.#driver.exec(`DROP TABLE i${index.id}`);
    index.table.indexes = index.table.indexes.filter((other) => other !== index);
  }

  dropTable(table: Table): void {
    for (const index of [...table.indexes]) this.dropIndex(index);
    for (const index of [...table.searches]) this.dropSearch(index);
    this.#driver.prepare("DELETE FROM tables WHERE number = ?").run(table.number);
    this.#driver.exec(`DROP TABLE d${table.number}`);
    this.forget(table);
  }

  #searchIndex(table: Table, id: number, name: string, definition: SearchDefinition): SearchIndex {
    if (definition.type === "search") return new TextIndex(this.#driver, table, id, name, definition);
    return new VectorIndex(this.#driver, table, id, name, definition);
  }

  /** Gives the number of a new index. */
  #addIndex(table: Table, name: string, definition: readonly string[] | SearchDefinition): number {
    const insert = this.#driver.prepare(
      "INSERT INTO indexes (tableNumber, name, fields) VALUES (?, ?, ?) RETURNING id",
    );
    return Number(insert.get(table.number, name, JSON.stringify(definition))![0]);
  }

  #nextNumber(name: string): number {
    const system = name.startsWith("_");
    const range = system ? "number < ?" : "number >= ?";
    const [last] = this.#driver.prepare(`SELECT max(number) FROM tables WHERE ${range}`).get(FIRST_USER_NUMBER)!;
    if (last === null) return system ? FIRST_SYSTEM_NUMBER : FIRST_USER_NUMBER;
    return Number(last) + 1;
  }

  #add(table: Table): void {
    let tables = this.#byName.get(table.component);
    if (tables === undefined) this.#byName.set(table.component, (tables = new Map()));
    tables.set(table.name, table);
    this.#byNumber.set(table.number, table);
  }
}
