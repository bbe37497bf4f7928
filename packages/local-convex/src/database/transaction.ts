import type { Table } from "./table";
import { documentText, type Database } from "./database";
import { ReadRecorder, type Evidence } from "./evidence";
import {
  type WriteOperation,
  badArgument,
  checkText,
  checkTableName,
  methodOf,
  invalidId,
  ownFieldsOf,
  refuseSchemaMismatch,
  refuseOtherTable,
  refuseUnusableFields,
  wrongSystemAccess,
} from "./documentRules";
import { parsed, type CachedDocument } from "./documentCache";
import { TICKS_PER_MS } from "./ids";
import { Usage } from "./limits";
import { moveInIndexes, revert } from "./moveInIndexes";
import { rangeOf, tableNameOf, type KeyRange, type QueryJson } from "./range";
import type { Changes, ReadSet } from "./readSet";
import { expectedRows, RangeReader, Stream } from "./scan";
import { textQuery, TextReader, type SearchSource, type TextQuery } from "./textSearch";
import { isUndefined, sorted, type JsonObject } from "./values";

/** A savepoint. A failed nested call rolls back to it. */
export interface Savepoint {
  depth: number;
  documents: number;
  tables: number;
  effects: number;
}

/**
 * A function's work on the database, across components. Mutations write into the open batch, inside their own savepoint. Queries only read,
 * and collect their dependencies.
 */
export class Transaction {
  readonly database: Database;
  readonly usage = new Usage();
  readonly reads: ReadSet | null;
  readonly changes: Changes = { documents: [], tables: [] };
  /** Run in order after the commit, and never if the transaction is undone. */
  readonly effects: (() => void)[] = [];
  readonly #writable: boolean;
  #readRecorder: ReadRecorder | null;
  #createdTables: Table[] = [];
  #depth = 0;
  #openedDepth = 0;

  /** `isRecorded`: the result is stored with its evidence. */
  constructor(database: Database, access: { writable: boolean; reads: ReadSet | null; isRecorded?: boolean }) {
    this.database = database;
    this.#writable = access.writable;
    this.reads = access.reads;
    this.#readRecorder = access.isRecorded === true ? new ReadRecorder() : null;
  }

  /** Starts a level. `release` keeps its writes, `undo` takes them back. Costs nothing until the first write. */
  savepoint(): Savepoint {
    const { documents, tables } = this.changes;
    return { depth: ++this.#depth, documents: documents.length, tables: tables.length, effects: this.effects.length };
  }

  release(savepoint: Savepoint): void {
    if (this.#openedDepth >= savepoint.depth) {
      // After a disk failure SQLite has rolled back everything.
      if (this.database.driver.failure === null) this.database.driver.prepare(`RELEASE s${savepoint.depth}`).run();
      this.#openedDepth = savepoint.depth - 1;
    }
    this.#depth = savepoint.depth - 1;
  }

  undo(savepoint: Savepoint): void {
    if (this.#openedDepth >= savepoint.depth) {
      if (this.database.driver.failure === null) this.database.driver.prepare(`ROLLBACK TO s${savepoint.depth}`).run();
      this.database.documents.clear();
      for (const table of this.#createdTables.splice(savepoint.tables)) this.database.catalog.evict(table);
      this.database.catalog.evictUndoneIndexes();
    }
    this.changes.documents.length = savepoint.documents;
    this.changes.tables.length = savepoint.tables;
    this.effects.length = savepoint.effects;
    this.release(savepoint);
  }

  /** Returns a document's text, or null if there is none with that id. */
  get(component: string, id: string, tableName?: string | null, isSystem = false): string | null {
    return this.document(component, id, tableName, isSystem)?.text ?? null;
  }

  /** Returns a document, or null if there is none with that id. */
  document(component: string, id: string, tableName?: string | null, isSystem = false): CachedDocument | null {
    const parts = this.database.locate(id);
    if (parts === null) return null;
    const table = this.#tableOf(component, parts.tableNumber);
    if (table === null) return null;
    if (table.name.startsWith("_") !== isSystem) throw wrongSystemAccess(isSystem);
    refuseOtherTable(table, tableName, isSystem ? "db.system.get" : "db.get");
    return this.#read(table, parts.tick, id);
  }

  /** True if anything was written. */
  get hasWritten(): boolean {
    return this.#openedDepth > 0 || this.changes.documents.length > 0;
  }

  query(component: string, query: QueryJson): Stream {
    const { source, operators } = query;
    if (source.type === "Search") return new Stream(new TextReader(this, this.search(component, source)), operators);
    const range = this.range(component, query);
    return new Stream(range === null ? null : new RangeReader(this, range, expectedRows(operators)), operators);
  }

  search(component: string, source: SearchSource): TextQuery {
    return textQuery(this.table(component, tableNameOf(source)), source);
  }

  /** Returns the range that a query reads. Null if its table does not exist or the range is always empty. */
  range(component: string, { source }: QueryJson): KeyRange | null {
    if (source.type === "Search") throw new Error("A search has no range.");
    return rangeOf(this.database, this.table(component, tableNameOf(source)), source);
  }

  /** Returns a table by name, or null. A query depends on a missing table, too. */
  table(component: string, name: string): Table | null {
    const table = this.database.catalog.find(component, name);
    if (table === undefined) this.reads?.missing.add(`${component}/${name}`);
    return table ?? null;
  }

  /** Counts a document that the function received. */
  countRead(document: CachedDocument): void {
    this.usage.read(document.text.length);
    this.#readRecorder?.add(document);
  }

  /**
   * Runs work on the state before this transaction's writes, with limits of its own. Takes the writes back in a savepoint until it is done,
   * so do nothing else with the transaction.
   */
  async beforeOwnWrites<T>(work: (snapshot: Transaction) => Promise<T>): Promise<T> {
    const snapshot = new Transaction(this.database, { writable: false, reads: null });
    snapshot.#readRecorder = this.#readRecorder;
    if (this.changes.documents.length === 0) return await work(snapshot);
    const savepoint = this.savepoint();
    this.openForWriting();
    try {
      revert(this.database, this.changes.documents);
      return await work(snapshot);
    } finally {
      this.undo(savepoint);
    }
  }

  /** Returns the evidence of the result so far. Only for a transaction with `isRecorded`. */
  evidence(): Evidence {
    const { documents } = this.changes;
    return this.#readRecorder!.evidence(
      documents,
      ({ table, tick }) => this.database.document(table, tick)?.text ?? null,
    );
  }

  insert(component: string, tableName: string, value: JsonObject): string {
    this.openForWriting();
    refuseUnusableFields(value, tableName.startsWith("_"));
    const table = this.database.catalog.find(component, tableName) ?? this.#createTable(component, tableName);
    refuseSchemaMismatch(table, value, this.database);
    const tick = this.database.nextTick();
    const id = this.database.ids.encode(table.number, tick);
    const text = documentText(tick, id, JSON.stringify(value));
    if (!tableName.startsWith("_")) this.usage.write(text.length);
    checkText(text, value, table);
    table.insert.run(tick, text);
    const document: JsonObject = { _creationTime: tick / TICKS_PER_MS, _id: id, ...value };
    this.database.documents.add(tick, text, document);

    const touched = moveInIndexes(table, tick, null, document);
    this.changes.documents.push({ table, tick, before: null, touched });
    return id;
  }

  /** Merges top-level fields. `{"$undefined": null}` deletes one. Returns the new document's text. */
  patch(component: string, id: string, fields: JsonObject, tableName?: string | null): string {
    return this.#rewrite(component, id, tableName, "Update", (old) => {
      const merged: JsonObject = { ...old };
      for (const [name, value] of Object.entries(fields)) {
        if (isUndefined(value)) delete merged[name];
        else merged[name] = value;
      }
      return merged;
    });
  }

  replace(component: string, id: string, value: JsonObject, tableName?: string | null): string {
    return this.#rewrite(component, id, tableName, "Replace", ({ _id, _creationTime }) => ({
      _id: _id!,
      _creationTime: _creationTime!,
      ...value,
    }));
  }

  /** Deletes a document. Returns its last text. */
  remove(component: string, id: string, tableName?: string | null): string {
    const { table, tick, text, value } = this.#existing(component, id, tableName, "Delete");
    const touched = moveInIndexes(table, tick, value, null);
    table.remove.run(tick);
    this.database.documents.delete(tick);
    this.usage.write(text.length);
    this.changes.documents.push({ table, tick, before: text, touched });
    return text;
  }

  /**
   * Opens the batch and all levels' savepoints, before the first write. Writers of other tables (jobs, files) in this transaction call it,
   * too.
   */
  openForWriting(): void {
    if (!this.#writable) throw new Error("A query cannot write to the database.");
    this.database.begin();
    while (this.#openedDepth < this.#depth) this.database.driver.prepare(`SAVEPOINT s${++this.#openedDepth}`).run();
  }

  #createTable(component: string, name: string): Table {
    checkTableName(name);
    const table = this.database.catalog.createTable(component, name);
    this.#createdTables.push(table);
    this.changes.tables.push(`${component}/${name}`);
    return table;
  }

  #tableOf(component: string, number: number): Table | null {
    const table = this.database.catalog.byNumber(number);
    return table !== undefined && table.component === component ? table : null;
  }

  #read(table: Table, tick: number, id: string): CachedDocument | null {
    this.usage.interval();
    this.reads?.ticks.add(tick);
    const document = this.database.read(table, tick, id);
    if (document !== null) this.countRead(document);
    return document;
  }

  #existing(component: string, id: string, tableName: string | null | undefined, operation: WriteOperation) {
    this.openForWriting();
    const parts = this.database.locate(id);
    if (parts === null) throw invalidId(id, methodOf(operation));
    const table = this.#tableOf(component, parts.tableNumber);
    if (table === null) throw badArgument(methodOf(operation), `Table for ID "${id}" not found`);
    refuseOtherTable(table, tableName, methodOf(operation));
    const document = this.#read(table, parts.tick, id);
    if (document === null) throw new Error(`${operation} on nonexistent document ID ${id}`);
    return { table, tick: parts.tick, text: document.text, value: parsed(document) };
  }

  #rewrite(
    component: string,
    id: string,
    tableName: string | null | undefined,
    operation: WriteOperation,
    change: (old: JsonObject) => JsonObject,
  ): string {
    const { table, tick, text: before, value: old } = this.#existing(component, id, tableName, operation);
    const fields = sorted(ownFieldsOf(change(old), id, old["_creationTime"]!, table));
    refuseSchemaMismatch(table, fields, this.database);
    const text = documentText(tick, id, JSON.stringify(fields));
    this.usage.write(text.length);
    checkText(text, fields, table);
    const document: JsonObject = { _creationTime: old["_creationTime"]!, _id: id, ...fields };
    table.update.run(text, tick);
    this.database.documents.add(tick, text, document);

    const touched = moveInIndexes(table, tick, old, document);
    this.changes.documents.push({ table, tick, before, touched });
    return text;
  }
}
