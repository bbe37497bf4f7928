import { expect, test } from "vitest";
import { Database } from "./database";
import { applySchema, enforceSchema } from "./schema";
import { Transaction } from "./transaction";

const n = { fieldType: { type: "number" as const }, optional: false };
const documentType = { type: "object" as const, value: { n } };
const SCHEMA = { component: "", tables: [{ tableName: "things", indexes: [], documentType }], strict: true };

test("after a batch is rolled back, writes are still checked against the schema", () => {
  const database = new Database(":memory:");
  const insert = (fields: { n: number | string }) =>
    new Transaction(database, { writable: true, reads: null }).insert("", "things", fields);
  database.begin();
  applySchema(database, SCHEMA);
  enforceSchema(database, SCHEMA);
  database.commit();

  insert({ n: 1 });
  database.rollback();
  expect(() => insert({ n: "one" })).toThrow(/does not match the schema/);
  expect(() => insert({ n: 1 })).not.toThrow();
  database.close();
});
