import { expect, test, vi } from "vitest";
import { Database } from "./database";
import { Transaction } from "./transaction";

test("the index of ids is built once, on first use, in the order of ids, and counts as long work", () => {
  const database = new Database(":memory:");
  const writing = new Transaction(database, { writable: true, reads: null });
  const ids = Array.from({ length: 50 }, (_, n) => writing.insert("", "notes", { n }));
  database.commit();
  const duringLongWork = vi.spyOn(database, "duringLongWork");

  const pages = [page(database, ids[0]!), page(database, ids[0]!)];

  const later = ids.filter((id) => id > ids[0]!).sort();
  expect(pages).toEqual([later, later]);
  expect(duringLongWork).toHaveBeenCalledTimes(1);
});

/** Returns the ids above one, in order. */
function page(database: Database, above: string): string[] {
  const range = [{ type: "Gt" as const, fieldPath: "_id", value: above }];
  const source = { type: "IndexRange" as const, indexName: "notes.by_id", range, order: null };
  const reading = new Transaction(database, { writable: false, reads: null });
  const stream = reading.query("", { source, operators: [] });
  const ids: string[] = [];
  for (let next = stream.next(); next !== null; next = stream.next()) {
    ids.push((JSON.parse(next) as { _id: string })._id);
  }
  return ids;
}
