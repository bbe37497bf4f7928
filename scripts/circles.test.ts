import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { circles } from "./circles.js";

const root = path.dirname(import.meta.dirname);
const rooms = ["convex", "src", "packages/local-convex", "dev", "deploy", "scripts", "e2e"];

test("no file imports itself through others", () => {
  const names = rooms.flatMap((room) =>
    readdirSync(path.join(root, room), { recursive: true }).map((name) => path.join(root, room, String(name))),
  );
  const files = names.filter(
    (name) => /\.[cm]?[jt]sx?$/.test(name) && !/\.d\.m?ts$|(node_modules|dist)[\\/]/.test(name),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(circles(files)).toEqual([]);
});

test("two files that import each other are a circle, unless one imports types alone", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "circles-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = Object.entries({
    "a.ts": 'import { b } from "./b";\nexport const a = () => b;',
    "b.ts": 'export const b = async () => await import("./a");',
    "c.ts": 'import { type D } from "./d";\nexport type C = D;\nexport const c = 1;',
    "d.ts": 'import { c } from "./c";\nexport type D = 1;\nexport const d = c;',
  }).map(([name, text]) => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  });
  expect(circles(files)).toEqual([[files[0], files[1]]]);
});
