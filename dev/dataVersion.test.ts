import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkDataVersion } from "./dataVersion";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "version-"));
});
afterEach(() => rm(dir, { recursive: true }));

test("a data folder is accepted by the version that created it", async () => {
  checkDataVersion(dir);
  await writeFile(path.join(dir, "keys.json"), "{}");
  expect(() => checkDataVersion(dir)).not.toThrow();
});

test.each([
  ["an earlier version, which wrote no mark", null, "version 1"],
  ["a later version", '{"version":99}', "version 99"],
])("a data folder of %s is refused with advice and is not changed", async (_, mark, message) => {
  await writeFile(path.join(dir, "keys.json"), "{}");
  if (mark !== null) await writeFile(path.join(dir, "version.json"), mark);
  const names = await readdir(dir);
  expect(() => checkDataVersion(dir)).toThrow(message);
  expect(() => checkDataVersion(dir)).toThrow(/Move that folder away/);
  expect(await readdir(dir)).toEqual(names);
});
