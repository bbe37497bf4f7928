import { expect, test } from "vitest";
import { Database } from "./database";
import { DocumentCache } from "./documentCache";
import { Transaction } from "./transaction";

test("a read returns the current document after a change, a removal, an undo and a rollback", () => {
  const database = new Database(":memory:");
  const transaction = new Transaction(database, { writable: true, reads: null });
  const id = transaction.insert("", "notes", { n: 1 });
  const read = () => {
    const text = transaction.get("", id);
    return text === null ? null : (JSON.parse(text) as { n: number }).n;
  };
  expect(read()).toBe(1);

  const outer = transaction.savepoint();
  transaction.patch("", id, { n: 2 });
  expect(read()).toBe(2);
  const inner = transaction.savepoint();
  transaction.remove("", id);
  expect(read()).toBe(null);
  transaction.undo(inner);
  expect(read()).toBe(2);
  transaction.undo(outer);
  expect(read()).toBe(1);

  database.commit();
  transaction.replace("", id, { n: 3 });
  expect(read()).toBe(3);
  database.rollback();
  expect(read()).toBe(1);
  database.close();
});

test("the cache keeps a document that is read often and drops most of ten thousand others", () => {
  const cache = new DocumentCache();
  const text = "x".repeat(1_000);
  for (let tick = 0; tick < 10_000; tick++) {
    cache.add(tick, text);
    expect(cache.get(7) === undefined).toBe(tick < 7);
  }

  const cachedTicks = Array.from({ length: 10_000 }, (_, tick) => tick).filter((tick) => cache.get(tick) !== undefined);
  expect(cachedTicks.length).toBeGreaterThan(500);
  expect(cachedTicks.length).toBeLessThan(2_100);
});

test("a removed document is also gone from the cache's older generation", () => {
  const cache = new DocumentCache();
  cache.add(7, "x".repeat(300_000));
  cache.add(8, "x".repeat(300_000));
  cache.delete(7);
  expect(cache.get(7)).toBeUndefined();
});
