/** A table, random operations on it, and a plain list as its model. */
import fc from "fast-check";
import { beforeEach, expect } from "vitest";
import { Database } from "./database";
import { compare } from "./expressions";
import type { QueryJson } from "./range";
import type { ReadSet } from "./readSet";
import { applySchema } from "./schema";
import { Transaction } from "./transaction";
import { fieldOf, type Json, type JsonObject } from "./values";

const INDEXES = [
  { indexDescriptor: "by_a", fields: ["a"] },
  { indexDescriptor: "by_a_b", fields: ["a", "b"] },
  { indexDescriptor: "by_b", fields: ["b"] },
];
const TABLE = { tableName: "things", indexes: INDEXES, documentType: null };

export let database: Database;

/** Opens a new database before each test of a file. */
export function withThings(): void {
  beforeEach(() => {
    createdDocuments.length = 0;
    database = new Database(":memory:");
    database.begin();
    applySchema(database, { component: "", tables: [TABLE], strict: false });
    database.commit();
  });
}

export const writing = () => new Transaction(database, { writable: true, reads: null });
export const reading = (reads: ReadSet | null = null) => new Transaction(database, { writable: false, reads });
export const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as JsonObject));

// Few values, so that they often collide.
const value = fc.constantFrom<Json | undefined>(undefined, null, 0, 1, 2, "x", "y", true);
export const fields = fc
  .record({ a: value, b: value })
  .map((record) => JSON.parse(JSON.stringify(record)) as JsonObject);
const bound = fc.record({
  type: fc.constantFrom("Gt", "Gte", "Lt", "Lte"),
  value: value.map((member): Json => (member === undefined ? { $undefined: null } : member)),
});
const defined = (value: Json): Json | undefined =>
  typeof value === "object" && value !== null && "$undefined" in value ? undefined : value;

export interface TestQuery {
  index: string;
  equal: (Json | undefined)[];
  bounds: { type: string; value: Json }[];
  /** If set, the query takes its values from one document, up to one of its fields. */
  like: { document: number; fields: number } | null;
  order: "asc" | "desc";
  limit: number | null;
  filter: boolean;
}

export const testQuery: fc.Arbitrary<TestQuery> = fc.record({
  index: fc.constantFrom("by_a", "by_a_b", "by_b", "by_creation_time", "by_id"),
  equal: fc.array(value, { maxLength: 2 }),
  bounds: fc.uniqueArray(bound, { maxLength: 2, selector: ({ type }) => type[0] }),
  like: fc.option(fc.record({ document: fc.nat(), fields: fc.nat({ max: 3 }) })),
  order: fc.constantFrom("asc", "desc"),
  limit: fc.option(fc.integer({ min: 0, max: 5 })),
  filter: fc.boolean(),
});

export function fieldsOf(index: string): string[] {
  if (index === "by_id") return ["_id"];
  const own = INDEXES.find((candidate) => candidate.indexDescriptor === index)?.fields ?? [];
  return [...own, "_creationTime", "_id"];
}

/** Every document that a test created, including deleted ones. */
const createdDocuments: JsonObject[] = [];

/** Returns the query with the values of the document that `like` picks. */
export function withDocumentValues(query: TestQuery): TestQuery {
  if (query.like === null || createdDocuments.length === 0) return query;
  const document = createdDocuments[query.like.document % createdDocuments.length]!;
  const names = fieldsOf(query.index).slice(0, query.like.fields + 1);
  const next = query.bounds.length > 0 ? names.pop() : undefined;
  const value = document[next ?? ""] ?? { $undefined: null };
  return {
    ...query,
    equal: names.map((name) => document[name]),
    bounds: query.bounds.map(({ type }) => ({ type, value })),
  };
}

export function queryOf({ index, equal, bounds, order, limit: count, filter }: TestQuery): QueryJson {
  const names = fieldsOf(index);
  const equals = equal.slice(0, names.length);
  const range = equals.map((value, at) => ({
    type: "Eq",
    fieldPath: names[at]!,
    value: value ?? (value === null ? null : { $undefined: null }),
  }));
  // Equalities may come in any order.
  if (bounds.length % 2 === 1) range.reverse();
  const next = names[equals.length];
  const rest = next === undefined ? [] : bounds.map(({ type, value }) => ({ type, fieldPath: next, value }));
  const filters: QueryJson["operators"] = filter ? [{ filter: { $neq: [{ $field: "b" }, { $literal: 1 }] } }] : [];
  return {
    source: { type: "IndexRange", indexName: `things.${index}`, range: [...range, ...rest] as never, order },
    operators: [...filters, ...(count === null ? [] : [{ limit: count }])],
  };
}

/** Returns the result of a query over a plain list. */
export function model(documents: JsonObject[], query: TestQuery): JsonObject[] {
  const names = fieldsOf(query.index);
  const equals = query.equal.slice(0, names.length);
  const next = names[equals.length];
  const matches = documents.filter((document) => {
    if (!equals.every((value, at) => compare(fieldOf(document, names[at]!), value) === 0)) return false;
    if (next === undefined) return true;
    return query.bounds.every(({ type, value }) => {
      const order = compare(fieldOf(document, next), defined(value));
      return { Gt: order > 0, Gte: order >= 0, Lt: order < 0, Lte: order <= 0 }[type]!;
    });
  });
  const sign = query.order === "asc" ? 1 : -1;
  const ordered = matches.sort((x, y) => {
    const orders = names.map((name) => compare(fieldOf(x, name), fieldOf(y, name)));
    return sign * (orders.find((order) => order !== 0) ?? 0);
  });
  const filtered = ordered.filter((document) => !query.filter || compare(document["b"], 1) !== 0);
  return query.limit === null ? filtered : filtered.slice(0, query.limit);
}

export function resultOf(transaction: Transaction, query: TestQuery): JsonObject[] {
  const stream = transaction.query("", queryOf(query));
  const matches: JsonObject[] = [];
  for (let text = stream.next(); text !== null; text = stream.next()) matches.push(JSON.parse(text) as JsonObject);
  return matches;
}

export interface Operation {
  kind: "insert" | "patch" | "replace" | "remove";
  fields: JsonObject;
  pick: number;
}
export const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom("insert", "insert", "patch", "replace", "remove"),
  fields,
  pick: fc.nat(),
});

/** Applies an operation to the database and to a plain list. */
export function perform(
  transaction: Transaction,
  documents: JsonObject[],
  { kind, fields: value, pick }: Operation,
): void {
  const at = documents.length === 0 ? -1 : pick % documents.length;
  if (kind === "insert" || at < 0) {
    const id = transaction.insert("", "things", value);
    documents.push(parse(transaction.get("", id))!);
    createdDocuments.push(documents.at(-1)!);
    return;
  }
  const id = String(documents[at]!["_id"]);
  if (kind === "remove") {
    transaction.remove("", id);
    documents.splice(at, 1);
    return;
  }
  const text = kind === "patch" ? transaction.patch("", id, value) : transaction.replace("", id, value);
  const { _id, _creationTime } = documents[at]!;
  documents[at] =
    kind === "patch" ? { ...documents[at]!, ...value } : { ...value, _id: _id!, _creationTime: _creationTime! };
  expect(JSON.parse(text)).toEqual(documents[at]);
}

export const EVERYTHING: TestQuery = {
  index: "by_creation_time",
  equal: [],
  bounds: [],
  like: null,
  order: "asc",
  limit: null,
  filter: false,
};
export const allDocuments = () => resultOf(reading(), EVERYTHING);
