import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, test } from "vitest";

const run = (...args: string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, "run.mjs"), ...args], { encoding: "utf8" });

test.each([
  [["backup", "now"], 'npm run backup takes no "now".'],
  [["start", "--port"], 'npm run start takes no "--port".'],
  [["strat"], /^Choose one of: start, dev, /],
])("the command %j is refused in one sentence, before anything is installed or built", (args, sentence) => {
  const { status, stdout, stderr } = run(...args);
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr.trim()).toMatch(sentence);
});
