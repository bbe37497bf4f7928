import { copyFileSync, mkdtempSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { Database } from "./database";
import { checkIntegrity, DamagedDatabase, isEmptyDatabase } from "./integrity";
import { Transaction } from "./transaction";

/** Returns the file of a database with 500 notes. `killed`: with its commits still in the log, as after a kill. */
function databaseFile(killed = false): string {
  const folder = mkdtempSync(path.join(tmpdir(), "integrity-"));
  const [file, copy] = [path.join(folder, "data.sqlite"), path.join(folder, "copy.sqlite")];
  const database = new Database(file);
  const transaction = new Transaction(database, { writable: true, reads: null });
  for (let n = 0; n < 500; n++) transaction.insert("", "notes", { text: "x".repeat(300 + n) });
  database.setMeta("activePush", "p1");
  database.commit();
  for (const end of ["", "-wal"]) copyFileSync(file + end, copy + end);
  database.close();
  return killed ? copy : file;
}

test.each([false, true])("an intact database passes the check and is not changed (killed: %s)", (killed) => {
  const file = databaseFile(killed);
  const before = readFileSync(file);
  const names = readdirSync(path.dirname(file));
  const { checked, tables } = checkIntegrity(file);
  expect(checked).toBe(tables);
  expect(tables).toBeGreaterThan(2);
  expect(isEmptyDatabase(file)).toBe(false);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(path.dirname(file))).toEqual(names);
});

test.each<[string, (file: string, whole: Buffer) => void]>([
  ["cut in half", (file, whole) => truncateSync(file, whole.length / 2)],
  ["cut within its header", (file) => truncateSync(file, 60)],
  ["zeroed in the middle", (file, whole) => writeFileSync(file, Buffer.from(whole).fill(0, 20_480, 61_440))],
  ["all zeros", (file, whole) => writeFileSync(file, Buffer.alloc(whole.length))],
  ["not a database", (file) => writeFileSync(file, "something else".repeat(1_000))],
])("a database file that is %s is refused with its path and is not changed", (_, damage) => {
  const file = databaseFile();
  damage(file, readFileSync(file));
  const before = readFileSync(file);
  expect(() => checkIntegrity(file)).toThrow(DamagedDatabase);
  expect(() => checkIntegrity(file)).toThrow(`${file} is damaged (`);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a large database has as many tables checked as the time allows", () => {
  const file = databaseFile();
  let time = 0;
  const { checked, tables } = checkIntegrity(file, { wholeBytes: 1, now: () => (time += 400) });
  expect(checked).toBe(3);
  expect(tables).toBeGreaterThan(checked);
});

test("a missing or empty file counts as an empty database, not as a damaged one", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "integrity-")), "data.sqlite");
  expect([isEmptyDatabase(file), checkIntegrity(file)]).toEqual([true, { checked: 0, tables: 0 }]);
  writeFileSync(file, "");
  expect([isEmptyDatabase(file), checkIntegrity(file)]).toEqual([true, { checked: 0, tables: 0 }]);
  new Database(file).close();
  expect(isEmptyDatabase(file)).toBe(true);
});
