import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkOrCopy } from "./linkAll";

let folder: string;
let photo: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "links-"));
  photo = join(folder, "photo");
  writeFileSync(photo, "bytes");
});

afterAll(() => rmSync(folder, { recursive: true }));

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test("a linked file takes no extra space", () => {
  linkOrCopy(photo, join(folder, "linked"));
  expect(statSync(join(folder, "linked")).ino).toBe(statSync(photo).ino);
});

test("a disk without hard links gets a copy, and an existing file is not overwritten", () => {
  linkOrCopy(photo, join(folder, "copied"), failing("ENOTSUP"));
  expect(readFileSync(join(folder, "copied"), "utf8")).toBe("bytes");
  expect(() => linkOrCopy(photo, join(folder, "copied"), failing("ENOTSUP"))).toThrow("EEXIST");
});

test("a link on a full disk fails with ENOSPC", () => {
  expect(() => linkOrCopy(photo, join(folder, "none"), failing("ENOSPC"))).toThrow("ENOSPC");
});
