import { expect, test } from "vitest";
import { Database } from "./database";
import { applySchema, enforceSchema } from "./schema";
import { Transaction } from "./transaction";

const n = { fieldType: { type: "number" as const }, optional: false };
const documentType = { type: "object" as const, value: { n } };
const things = {
  tableName: "things",
  indexes: [],
  stagedSearchIndexes: [{ indexDescriptor: "by_text" }],
  documentType,
};
const SCHEMA = { component: "", tables: [things], strict: true };

test("after a batch is rolled back, writes are still checked against the schema, and staged indexes are known", () => {
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
  expect(database.catalog.find("", "things")?.staged).toEqual(["by_text"]);
  database.close();
});
