import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { StoredFile } from "../contract/core";
import { StoredFiles } from "./storedFiles";

let dir: string;
const rows = new Map<string, StoredFile>();
let lookedUp: string[] = [];
const core = {
  findFile: async (name: string) => {
    lookedUp.push(name);
    return rows.get(name) ?? null;
  },
};

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "stored-"));
  lookedUp = [];
  rows.clear();
});
afterEach(() => rm(dir, { recursive: true }));

test("a file whose bytes are gone is looked up again, and is missing if its row is gone", async () => {
  const file = await store("a", "photo");
  const files = new StoredFiles(core);
  await read(files, "a");
  rows.clear();
  await rm(file.path);
  expect([await read(files, "a"), await read(files, "a")]).toEqual([null, null]);
  expect(lookedUp).toEqual(["a", "a", "a"]);
});

test("a file whose bytes are gone is missing, even if its row still exists", async () => {
  const file = await store("a", "photo");
  await rm(file.path);
  expect(await read(new StoredFiles(core), "a")).toBeNull();
});

test("a file that an import replaces is looked up again", async () => {
  await store("a", "photo");
  const files = new StoredFiles(core);
  await read(files, "a");
  await store("a", "another");
  const opened = await files.open("a");
  await opened?.handle.close();
  expect(opened?.file.size).toBe(7);
});

test("the cache drops the oldest name when it is full", async () => {
  for (const name of ["a", "b", "c"]) await store(name, name);
  const files = new StoredFiles(core, 2);
  for (const name of ["a", "b", "c", "b", "c", "a"]) await read(files, name);
  expect(lookedUp).toEqual(["a", "b", "c", "a"]);
});

async function store(name: string, bytes: string): Promise<StoredFile> {
  const file = { path: path.join(dir, name), size: bytes.length, contentType: "image/webp", sha256: "x" };
  await writeFile(`${file.path}.tmp`, bytes);
  await rename(`${file.path}.tmp`, file.path);
  rows.set(name, file);
  return file;
}

async function read(files: StoredFiles, name: string): Promise<string | null> {
  const opened = await files.open(name);
  if (!opened) return null;
  const bytes = await opened.handle.readFile("utf8");
  await opened.handle.close();
  return bytes;
}
