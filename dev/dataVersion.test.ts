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

test("a folder is taken again by the version that made it", async () => {
  checkDataVersion(dir);
  await writeFile(path.join(dir, "keys.json"), "{}");
  expect(() => checkDataVersion(dir)).not.toThrow();
});

test.each([
  ["an earlier version, which left no mark", null, "version 1"],
  ["a later version", '{"version":99}', "version 99"],
])("a folder of %s is refused in a sentence, and left as it is", async (_, mark, message) => {
  await writeFile(path.join(dir, "keys.json"), "{}");
  if (mark !== null) await writeFile(path.join(dir, "version.json"), mark);
  const names = await readdir(dir);
  expect(() => checkDataVersion(dir)).toThrow(message);
  expect(() => checkDataVersion(dir)).toThrow(/Move that folder away/);
  expect(await readdir(dir)).toEqual(names);
});
