import { Linter } from "eslint";
import { expect, test } from "vitest";
import { filePaths } from "./filePaths.js";

const rules = { "paths/files": "error" } as const;
const plugins = { paths: { rules: { files: filePaths } } };
const languageOptions = { ecmaVersion: 2024, sourceType: "module" } as const;

function refused(code: string): boolean {
  const found = new Linter().verify(code, [{ plugins, rules, languageOptions }]);
  expect(found.filter(({ ruleId }) => ruleId !== "paths/files")).toEqual([]);
  return found.length > 0;
}

test.each([
  'file.split("/")',
  'parts.join("\\\\")',
  'url.lastIndexOf("/")',
  "file.split(path.sep)",
  'import { sep } from "node:path"',
  "import(file)",
  "import(`${folder}/a.js`)",
  "open(`${folder}/a.js`)",
  "open(`${this.dir}/${name}`)",
  'open(folder + "/a.js")',
  "new URL(`file://${file}`)",
  "line.replace(/^file:\\/\\//, '')",
  'open("/tmp/a")',
  'spawn("npx", ["convex"])',
])("%s is refused: it holds on one system only", (code) => {
  expect(refused(code)).toBe(true);
});

test.each([
  'import path from "node:path"; path.join(folder, "a.js")',
  'partsOf(name).join("\\n")',
  "fetch(`${url}/api`)",
  "say(`${component}/${name}`)",
  'import(urlOf(file)); import("./a.js")',
  "open(`${file}.map`)",
  "spawn(process.execPath, [command])",
])("%s is fine", (code) => {
  expect(refused(code)).toBe(false);
});
