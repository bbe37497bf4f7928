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

test("a second name of a file costs no space", () => {
  linkOrCopy(photo, join(folder, "linked"));
  expect(statSync(join(folder, "linked")).ino).toBe(statSync(photo).ino);
});

test("a disk that knows no second names gets a copy, and what is there is not written over", () => {
  linkOrCopy(photo, join(folder, "copied"), failing("ENOTSUP"));
  expect(readFileSync(join(folder, "copied"), "utf8")).toBe("bytes");
  expect(() => linkOrCopy(photo, join(folder, "copied"), failing("ENOTSUP"))).toThrow("EEXIST");
});

test("a full disk is said to be full", () => {
  expect(() => linkOrCopy(photo, join(folder, "none"), failing("ENOSPC"))).toThrow("ENOSPC");
});
