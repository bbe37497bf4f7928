import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { fileBelow, fileOf, filesBelow, nameBelow, nameOf, partsOf, urlOf } from "./paths.mjs";

const { posix, win32 } = path;

test("a name has slashes on every system, and its file has the system's separators", () => {
  expect(nameBelow("/data/tree", "/data/tree/a/b.js", posix)).toBe("a/b.js");
  expect(nameBelow("C:\\data\\tree", "C:\\data\\tree\\a\\b.js", win32)).toBe("a/b.js");
  expect(fileBelow("/data/tree", "a/b.js", posix)).toBe("/data/tree/a/b.js");
  expect(fileBelow("C:\\data\\tree", "a/b.js", win32)).toBe("C:\\data\\tree\\a\\b.js");
  expect(nameOf(...partsOf("a/b"))).toBe("a/b");
  expect(partsOf("")).toEqual([]);
});

test("a name that leads out of its folder has no file", () => {
  for (const name of ["../b.js", "a/../../b.js", "/b.js", ".", ""]) {
    expect(fileBelow("/data/tree", name, posix), name).toBeNull();
    expect(fileBelow("C:\\data\\tree", name, win32), name).toBeNull();
  }
  for (const name of ["..\\b.js", "D:\\b.js", "D:b.js", "\\\\host\\share\\b.js", "C:\\data\\treehouse\\b.js"]) {
    expect(fileBelow("C:\\data\\tree", name, win32), name).toBeNull();
  }
});

test.each([
  ["/Users/asha/My Project/a#b.js", posix],
  ["C:\\Users\\asha\\My Project\\a#b.js", win32],
  ["\\\\host\\share\\a%20b.js", win32],
])("%s becomes a file: URL for imports, and a stack trace's URL becomes the path again", (file, system) => {
  expect(new URL(urlOf(file, system)).protocol).toBe("file:");
  expect(fileOf(urlOf(file, system), system)).toBe(file);
  expect(fileOf(file, system)).toBe(file);
});

test("a URL that has no valid path stays unchanged", () => {
  expect(fileOf("file:///a%2Fb.js", posix)).toBe("file:///a%2Fb.js");
});

test("files are listed in the order of their names", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "paths-"));
  await mkdir(path.join(folder, "a"));
  for (const name of ["b.js", "a.js", "a/c.js"]) await writeFile(path.join(folder, name), "");
  const files = await filesBelow(folder);
  expect(files.map(({ name }) => name)).toEqual(["a.js", "a/c.js", "b.js"]);
  expect(files[1]!.file).toBe(path.join(folder, "a", "c.js"));
  await rm(folder, { recursive: true });
});
