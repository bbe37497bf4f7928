import type { Driver } from "./driver";
import { BY_ID, Index, Table, type SearchDefinition, type SearchIndex } from "./table";
import { TextIndex } from "./textIndex";
import { VectorIndex } from "./vectorIndex";

const FIRST_SYSTEM_NUMBER = 129;
const FIRST_USER_NUMBER = 10_001;

/** The tables and indexes, in memory and in the database. Ids name tables by number, which is unique across components. */
export class Catalog {
  readonly #driver: Driver;
  readonly #byName = new Map<string, Map<string, Table>>();
  readonly #byNumber = new Map<number, Table>();
  /** Indexes made while functions ran, not by a push. */
  readonly #createdAtRuntime: Index[] = [];

  constructor(driver: Driver) {
    this.#driver = driver;
    driver.exec(`
      CREATE TABLE IF NOT EXISTS tables (number INTEGER PRIMARY KEY, component TEXT NOT NULL, name TEXT NOT NULL, UNIQUE (component, name));
      CREATE TABLE IF NOT EXISTS indexes (id INTEGER PRIMARY KEY AUTOINCREMENT, tableNumber INTEGER NOT NULL, name TEXT NOT NULL, fields TEXT NOT NULL);
    `);
    this.reload();
  }

  /** Reloads everything after a schema change was undone. Keeps what the schema says about each table. */
  reload(): void {
    const previous = new Map(this.#byNumber);
    this.#byName.clear();
    this.#byNumber.clear();
    for (const [number, component, name] of this.#driver.prepare("SELECT number, component, name FROM tables").all()) {
      const table = new Table(this.#driver, Number(number), String(component), String(name));
      const { check = null, staged = [] } = previous.get(table.number) ?? {};
      Object.assign(table, { check, staged });
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

  /** Returns the tables of that name, in all components. */
  tablesNamed(name: string): Table[] {
    return [...this.#byName.values()].flatMap((tables) => tables.get(name) ?? []);
  }

  /** Creates a table. Its number is `requestedNumber`, which must be free, or else the next free one of its kind. */
  createTable(component: string, name: string, requestedNumber: number | null = null): Table {
    const number = requestedNumber ?? this.#nextNumber(name);
    this.#driver.prepare("INSERT INTO tables VALUES (?, ?, ?)").run(number, component, name);
    this.#driver.exec(`CREATE TABLE d${number} (tick INTEGER PRIMARY KEY, document TEXT NOT NULL)`);
    const table = new Table(this.#driver, number, component, name);
    this.#add(table);
    return table;
  }

  evict(table: Table): void {
    this.#byName.get(table.component)?.delete(table.name);
    this.#byNumber.delete(table.number);
  }

  createIndex(table: Table, name: string, fields: readonly string[]): Index {
    const index = new Index(this.#driver, table, this.#addIndex(table, name, fields), name, fields);
    index.create();
    table.indexes.push(index);
    if (name === BY_ID) this.#createdAtRuntime.push(index);
    return index;
  }

  /** Forgets indexes whose creation was rolled back with the function that needed them. */
  evictUndoneIndexes(): void {
    for (const { id, table } of this.#createdAtRuntime) {
      if (this.#driver.prepare("SELECT 1 FROM indexes WHERE id = ?").get(id) !== undefined) continue;
      table.indexes = table.indexes.filter((other) => other.id !== id);
    }
  }

  /** Creates a search index. Does not add existing documents. */
  createSearch(table: Table, name: string, definition: SearchDefinition): SearchIndex {
    const index = this.#searchIndex(table, this.#addIndex(table, name, definition), name, definition);
    index.create();
    table.searches.push(index);
    return index;
  }

  dropIndex(index: Index | SearchIndex): void {
    this.#driver.prepare("DELETE FROM indexes WHERE id = ?").run(index.id);
    index.drop();
    index.table.indexes = index.table.indexes.filter((other) => other !== index);
    index.table.searches = index.table.searches.filter((other) => other !== index);
  }

  dropTable(table: Table): void {
    for (const index of [...table.indexes, ...table.searches]) this.dropIndex(index);
    this.#driver.prepare("DELETE FROM tables WHERE number = ?").run(table.number);
    this.#driver.exec(`DROP TABLE d${table.number}`);
    this.evict(table);
  }

  #searchIndex(table: Table, id: number, name: string, definition: SearchDefinition): SearchIndex {
    if (definition.type === "search") return new TextIndex(this.#driver, table, id, name, definition);
    return new VectorIndex(this.#driver, table, id, name, definition);
  }

  /** Stores a new index. Returns its number. */
  #addIndex(table: Table, name: string, definition: readonly string[] | SearchDefinition): number {
    const insert = this.#driver.prepare(
      "INSERT INTO indexes (tableNumber, name, fields) VALUES (?, ?, ?) RETURNING id",
    );
    return Number(insert.get(table.number, name, JSON.stringify(definition))![0]);
  }

  #nextNumber(name: string): number {
    const isSystem = name.startsWith("_");
    const range = isSystem ? "number < ?" : "number >= ?";
    const [last] = this.#driver.prepare(`SELECT max(number) FROM tables WHERE ${range}`).get(FIRST_USER_NUMBER)!;
    if (last === null) return isSystem ? FIRST_SYSTEM_NUMBER : FIRST_USER_NUMBER;
    return Number(last) + 1;
  }

  #add(table: Table): void {
    let tables = this.#byName.get(table.component);
    if (tables === undefined) this.#byName.set(table.component, (tables = new Map()));
    tables.set(table.name, table);
    this.#byNumber.set(table.number, table);
  }
}
