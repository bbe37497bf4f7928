import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { openDatabase } from "./driver";

test("deleted text is nowhere on the disk once the database is closed", () => {
  const dir = mkdtempSync(join(tmpdir(), "driver-"));
  const database = openDatabase(join(dir, "data.sqlite"));
  database.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY, text TEXT)");
  database.prepare("INSERT INTO kept VALUES (1, ?)").run("asha@college.edu".repeat(400));
  database.prepare("INSERT INTO kept VALUES (2, ?)").run("ravi@college.edu");
  database.exec("DELETE FROM kept WHERE id = 1");
  database.close();

  const onDisk = readdirSync(dir).map((file) => readFileSync(join(dir, file), "latin1"));
  expect(onDisk.join("")).not.toContain("asha@");
  expect(onDisk.join("")).toContain("ravi@");
  rmSync(dir, { recursive: true });
});

test("every kind of value is read as it was written", () => {
  const dir = mkdtempSync(join(tmpdir(), "driver-"));
  const database = openDatabase(join(dir, "data.sqlite"));
  database.exec("CREATE TABLE kept (id INTEGER PRIMARY KEY, value)");
  const insert = database.prepare("INSERT INTO kept VALUES (NULL, ?) RETURNING value");
  const values = ["", "नमस्ते 🎵", 0, -1.5, Date.now() * 1_024, Number.MAX_SAFE_INTEGER, 7, null];

  for (const value of values) expect(insert.get(value)).toEqual([value]);
  expect(database.prepare("SELECT value FROM kept WHERE id <= ? ORDER BY id").all(2)).toEqual([[""], ["नमस्ते 🎵"]]);
  expect(database.prepare("SELECT value FROM kept WHERE id = ?").get(99)).toBeUndefined();
  rmSync(dir, { recursive: true });
});

test("bytes are bound and read as bytes, even as the first value", () => {
  const dir = mkdtempSync(join(tmpdir(), "driver-"));
  const database = openDatabase(join(dir, "data.sqlite"));
  const echo = database.prepare("SELECT ?, lower(hex(?1))");

  for (const bytes of [Buffer.from("a0ff", "hex"), Uint8Array.of(160, 255)]) {
    const [read, hex] = echo.get(bytes)!;
    expect(Buffer.from(read as Uint8Array)).toEqual(Buffer.from(bytes));
    expect(hex).toBe("a0ff");
  }
  database.close();
  rmSync(dir, { recursive: true });
});

test("a prepared statement still works after its database object may be garbage-collected", async () => {
  const dir = mkdtempSync(join(tmpdir(), "driver-"));
  const one = openDatabase(join(dir, "data.sqlite")).prepare("SELECT 1");
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let n = 0; n < 3; n++) {
    collect();
    await wait(10);
  }

  expect(one.get()).toEqual([1]);
  rmSync(dir, { recursive: true });
});
