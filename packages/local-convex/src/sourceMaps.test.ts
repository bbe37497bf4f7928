import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { urlOf } from "./paths.mjs";
import { originalPlace } from "./sourceMaps";

test("a position that was looked up once stays known after its source map is deleted", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "a folder with spaces-"));
  const files = Array.from({ length: 8 }, (_, n) => path.join(dir, `${n}.js`));
  for (const [n, file] of files.entries()) {
    // Maps the first column of the first row to the source's second row.
    const map = { version: 3, file, sources: [`convex/${n}.ts`], names: [], mappings: "AACA" };
    await writeFile(`${file}.map`, JSON.stringify(map));
  }
  // Written as in a stack trace.
  const places = () => files.map((file) => originalPlace(urlOf(file), 1, 1));
  const first = places();
  expect(first[7]).toMatchObject({ file: expect.stringContaining("convex/7.ts"), row: 2, column: 1 });

  await rm(dir, { recursive: true });
  expect(places()).toEqual(first);
  expect(originalPlace(path.join(dir, "unknown.js"), 1, 1)).toBeNull();
});
