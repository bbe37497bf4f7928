import fc from "fast-check";
import { expect, test } from "vitest";
import { Cursors } from "./cursors";
import { compare } from "./expressions";
import { readPage } from "./page";
import { NO_DEPENDENCIES, Readers, type Reader } from "./readers";
import { ReadSet } from "./readSet";
import {
  operation,
  allDocuments,
  database,
  EVERYTHING,
  fields,
  fieldsOf,
  withDocumentValues,
  model,
  parse,
  perform,
  queryOf,
  reading,
  resultOf,
  testQuery,
  withThings,
  writing,
  type TestQuery,
} from "./things.testing";
import type { JsonObject } from "./values";

withThings();

test("tables and indexes return the same as a plain list, even after some operations were undone", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(operation, { maxLength: 8 }), fc.boolean()), { maxLength: 6 }),
      fc.array(testQuery, { maxLength: 8 }),
      (rounds, testQueries) => {
        let documents: JsonObject[] =
          reading()
            .query("", { source: { type: "FullTableScan", tableName: "things", order: null }, operators: [] })
            .next() === null
            ? []
            : model(allDocuments(), EVERYTHING);
        for (const [operations, isKept] of rounds) {
          const transaction = writing();
          const savepoint = transaction.savepoint();
          const attempted = [...documents];
          for (const one of operations) perform(transaction, attempted, one);
          if (isKept) transaction.release(savepoint);
          else transaction.undo(savepoint);
          if (isKept) documents = attempted;
          database.commit();
          for (const one of testQueries.map(withDocumentValues)) {
            expect(resultOf(reading(), one)).toEqual(model([...documents], one));
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("a stale snapshot shows the state before the mutation, whatever it wrote at any nesting", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(operation, { maxLength: 5 }), fc.boolean()), { maxLength: 4 }),
      fc.array(testQuery, { minLength: 1, maxLength: 6 }),
      async (levels, testQueries) => {
        const before = allDocuments();
        const queries = testQueries.map(withDocumentValues);
        const transaction = writing();
        const outermost = transaction.savepoint();
        let documents = [...before];
        for (const [operations, isKept] of levels) {
          const savepoint = transaction.savepoint();
          const attempted = [...documents];
          for (const one of operations) perform(transaction, attempted, one);
          if (isKept) documents = attempted;
          if (isKept) transaction.release(savepoint);
          else transaction.undo(savepoint);
          const old = await transaction.beforeOwnWrites(async (snapshot) => [
            queries.map((one) => resultOf(snapshot, one)),
            before.map(({ _id }) => parse(snapshot.get("", String(_id)))),
          ]);
          expect(old).toEqual([queries.map((one) => model(before, one)), before]);
          for (const one of queries) expect(resultOf(reading(), one)).toEqual(model(documents, one));
        }
        transaction.release(outermost);
        database.commit();
        expect(allDocuments()).toEqual(documents);
      },
    ),
    { numRuns: 40 },
  );
});

test("a live query that a commit does not match would return the same result", () => {
  fc.assert(
    fc.property(
      fc.array(testQuery, { minLength: 1, maxLength: 20 }),
      fc.array(fc.array(operation, { minLength: 1, maxLength: 3 }), { maxLength: 12 }),
      (testQueries, commits) => {
        const readers = new Readers<Reader & { one: TestQuery; result: JsonObject[] }>();
        const live = testQueries.map((one) => ({
          dependencies: NO_DEPENDENCIES,
          one: withDocumentValues(one),
          result: [] as JsonObject[],
        }));
        const run = (entry: (typeof live)[number]) => {
          const reads = new ReadSet();
          entry.result = resultOf(reading(reads), entry.one);
          readers.set(entry, reads);
        };
        live.forEach(run);
        const documents = allDocuments();
        for (const operations of commits) {
          const transaction = writing();
          const savepoint = transaction.savepoint();
          for (const one of operations) perform(transaction, documents, one);
          transaction.release(savepoint);
          database.commit();
          const touched = new Set<(typeof live)[number]>();
          readers.match(transaction.changes, touched);
          touched.forEach(run);
          for (const entry of live) expect(entry.result).toEqual(resultOf(reading(), entry.one));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test("pages of any size together equal the whole result", () => {
  const cursors = new Cursors(database.secret);
  fc.assert(
    fc.property(
      testQuery,
      fc.integer({ min: 1, max: 7 }),
      fc.array(fields, { maxLength: 20 }),
      (one, pageSize, inserts) => {
        const transaction = writing();
        const savepoint = transaction.savepoint();
        for (const value of inserts) transaction.insert("", "things", value);
        transaction.release(savepoint);
        database.commit();
        const unlimited = { ...withDocumentValues(one), limit: null };
        const query = queryOf(unlimited);
        const found: JsonObject[] = [];
        let cursor: string | null = null;
        for (let done = false; !done;) {
          const page = readPage(reading(), "", cursors, { query, cursor, endCursor: null, pageSize });
          found.push(...page.documents.map((text) => JSON.parse(text) as JsonObject));
          cursor = page.continueCursor;
          done = page.isDone;
        }
        expect(found).toEqual(resultOf(reading(), unlimited));
      },
    ),
    { numRuns: 60 },
  );
});

test("a get depends on its document alone", () => {
  const transaction = writing();
  const [mine, other] = [transaction.insert("", "things", { a: 1 }), transaction.insert("", "things", { a: 1 })];
  const readers = new Readers<Reader>();
  const reads = new ReadSet();
  reading(reads).get("", mine);
  readers.set({ dependencies: NO_DEPENDENCIES }, reads);
  const matched = (id: string) => {
    const change = writing();
    change.patch("", id, { a: 2 });
    const found = new Set<Reader>();
    readers.match(change.changes, found);
    return found.size;
  };
  expect(matched(other)).toBe(0);
  expect(matched(mine)).toBe(1);
});

test.each([
  ["by_a", "_creationTime"],
  ["by_a", "_id"],
  ["by_creation_time", "_creationTime"],
  ["by_creation_time", "_id"],
  ["by_id", "_id"],
] as const)("a range by %s up to %s depends on writes within it, and on no others", (index, field) => {
  const transaction = writing();
  const ids = [1, 1, 1].map((a) => transaction.insert("", "things", { a }));
  const documents = ids.map((id) => parse(transaction.get("", id))!).sort((x, y) => compare(x[field], y[field]));
  const touchedBy = (document: number, one: Pick<TestQuery, "equal" | "bounds">) => {
    const reads = new ReadSet();
    const readers = new Readers<Reader>();
    const found = resultOf(reading(reads), { ...EVERYTHING, index, ...one });
    readers.set({ dependencies: NO_DEPENDENCIES }, reads);
    const change = writing();
    change.patch("", String(documents[document]!["_id"]), { b: Math.random() });
    const touched = new Set<Reader>();
    readers.match(change.changes, touched);
    return [found.length, touched.size];
  };
  const [, middle] = documents as [JsonObject, JsonObject, JsonObject];
  const names = fieldsOf(index);
  const equal = names.slice(0, names.indexOf(field)).map((name) => middle[name]);
  const above = { equal, bounds: [{ type: "Gt", value: middle[field]! }] };
  const same = { equal: [...equal, middle[field]], bounds: [] };
  const others = field === "_id" && index !== "by_id" ? 0 : 1;
  expect([0, 1, 2].map((document) => touchedBy(document, above))).toEqual([0, 0, others].map((n) => [others, n]));
  expect([0, 1, 2].map((document) => touchedBy(document, same))).toEqual([0, 1, 0].map((n) => [1, n]));
});

test("a range that ends in an id is invalidated when that document enters the range", () => {
  const transaction = writing();
  const id = transaction.insert("", "things", { a: 2 });
  const { _creationTime } = parse(transaction.get("", id))!;
  const reads = new ReadSet();
  const readers = new Readers<Reader>();
  const touched = new Set<Reader>();
  expect(resultOf(reading(reads), { ...EVERYTHING, index: "by_a", equal: [1, _creationTime, id] })).toEqual([]);
  readers.set({ dependencies: NO_DEPENDENCIES }, reads);
  const change = writing();
  change.patch("", id, { a: 1 });
  readers.match(change.changes, touched);
  expect(touched.size).toBe(1);
});

test("the index of ids is rolled back with the mutation that built it, and built again when needed", () => {
  const transaction = writing();
  const savepoint = transaction.savepoint();
  const id = transaction.insert("", "things", { a: 1 });
  const byId = { ...EVERYTHING, index: "by_id" };
  expect(resultOf(transaction, byId)).toHaveLength(1);
  transaction.undo(savepoint);
  database.commit();
  expect(resultOf(reading(), byId)).toEqual([]);
  writing().insert("", "things", { a: 2 });
  expect(resultOf(reading(), { ...byId, bounds: [{ type: "Gt", value: "" }] })).toHaveLength(1);
  expect(resultOf(reading(), { ...byId, equal: [id] })).toEqual([]);
});

test("a range with the id but without the creation time before it is refused", () => {
  const range = ["a", "_id"].map((fieldPath) => ({ type: "Eq" as const, fieldPath, value: 1 }));
  const source = { type: "IndexRange" as const, indexName: "things.by_a", range, order: null };
  expect(() => reading().query("", { source, operators: [] })).toThrow("didn't use the index fields in order");
});

test("an id with another random part finds nothing", () => {
  const transaction = writing();
  const id = transaction.insert("", "things", {});
  const { tableNumber, tick } = database.ids.decode(id)!;
  expect(transaction.get("", database.ids.encode(tableNumber, tick))).toBeNull();
  expect(parse(transaction.get("", id))).toMatchObject({ _id: id });
});

test("a component cannot see another component's documents", () => {
  const transaction = writing();
  const id = transaction.insert("child", "things", {});
  expect(transaction.get("", id)).toBeNull();
  expect(transaction.get("child", id)).not.toBeNull();
  expect(database.isIdOf(id, "", "things")).toBe(false);
});

test("a transaction that reads too much is refused", () => {
  const transaction = writing();
  for (let i = 0; i < 100; i++) transaction.insert("", "things", {});
  const reader = reading();
  expect(() => {
    for (;;) reader.query("", queryOf(EVERYTHING)).next();
  }).toThrow("Too many reads in a single function execution (limit: 4096).");
  expect(() => {
    for (;;) resultOf(reading(), EVERYTHING).forEach((one) => reader.get("", String(one["_id"])));
  }).toThrow("Too many reads");
});

test("a document of more than a mebibyte is refused", () => {
  const transaction = writing();
  transaction.insert("", "things", { text: "x".repeat(1_000_000) });
  expect(() => transaction.insert("", "things", { text: "x".repeat(1_048_576) })).toThrow("Value is too large");
});

test("a commit time as a value is refused", () => {
  expect(() => writing().insert("", "things", { at: { $commitTs: null } })).toThrow("not supported");
});

test("an undone level takes its effects back, such as the deletion of a file, and the level around it keeps its own", () => {
  const transaction = writing();
  const [kept, undone] = [() => "kept", () => "undone"];
  transaction.effects.push(kept);
  const savepoint = transaction.savepoint();
  transaction.effects.push(undone);
  transaction.undo(savepoint);
  expect(transaction.effects).toEqual([kept]);
});
