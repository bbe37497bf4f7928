import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { DataFolder } from "./dataFolder";

test("a backup that fails halfway, as on a full disk, leaves no files, and the next one succeeds", async () => {
  const dir = mkdtempSync(join(tmpdir(), "folder-"));
  const data = new DataFolder(dir);
  const failing = data.copy((folder) => {
    writeFileSync(join(folder, "data.sqlite"), "the first half");
    return Promise.reject(new Error("ENOSPC"));
  });
  const next = data.copy(() => Promise.resolve());
  await expect(failing).rejects.toThrow("ENOSPC");
  expect(readdirSync(join(dir, "copies"))).toEqual([basename(await next)]);
});
