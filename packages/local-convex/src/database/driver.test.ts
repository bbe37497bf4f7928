import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "./driver";

test("what was deleted is nowhere on the disk once the database is closed", () => {
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
