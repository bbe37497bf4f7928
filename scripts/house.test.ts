import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import house from "./house.js";

const root = path.dirname(import.meta.dirname);

/** Rule → code that it refuses, and code that it allows. */
const cases: Record<string, { refused: string[]; allowed: string[] }> = {
  files: {
    refused: [
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
    ],
    allowed: [
      'import path from "node:path"; path.join(folder, "a.js")',
      'partsOf(name).join("\\n")',
      "fetch(`${url}/api`)",
      "say(`${component}/${name}`)",
      'import(urlOf(file)); import("./a.js")',
      "open(`${file}.map`)",
      "spawn(process.execPath, [command])",
    ],
  },
  "no-barrels": { refused: ['export * from "./a"'], allowed: ['export { a } from "./a"'] },
  "private-names": {
    refused: ["class A { private b = 1; }"],
    allowed: ["class A { #b = 1; private constructor() {} }"],
  },
  "one-clock": {
    refused: ["new Intl.DateTimeFormat()", "date.toLocaleTimeString()"],
    allowed: ["number.toLocaleString()"],
  },
  "acts-only": { refused: ["convex.mutation(api.a.b, {})"], allowed: ["convex.query(api.a.b, {})"] },
  "profile-writes": { refused: ['db.patch("profiles", id, {})'], allowed: ['db.patch("matches", id, {})'] },
  "hash-permits": {
    refused: ["const permit = {} as HashPermit"],
    allowed: ["const take = (permit: HashPermit) => permit"],
  },
  "password-hashes": {
    refused: ["crypto.subtle.deriveBits(how, key, 256)"],
    allowed: ["crypto.subtle.sign(how, key, data)"],
  },
  "validated-functions": {
    refused: [
      "memberQuery({ returns, handler })",
      "memberQuery({ args, handler })",
      "internalMutation(async (ctx) => null)",
    ],
    allowed: [
      "memberQuery({ args, returns, handler })",
      "httpAction(async (ctx) => null)",
      "http.route({ path, handler })",
    ],
  },
  "named-tables": {
    refused: ["ctx.db.get(id)", "db.delete(id)", "ctx.db.patch(id, {})", "ctx.db.replace(id, {})"],
    allowed: ['ctx.db.get("matches", id)', 'db.patch("matches", id, {})', "map.get(id)"],
  },
  "no-query-filter": {
    refused: ['ctx.db.query("matches").filter((q) => true)', "rows.filter((q) => q.eq(q.field('name'), name))"],
    allowed: ["rows.filter((row) => row.isLive)"],
  },
  "no-collect": { refused: ['ctx.db.query("matches").collect()'], allowed: ['ctx.db.query("matches").take(5)'] },
  "no-process-env": { refused: ["process.env.SITE_URL"], allowed: ["env.SITE_URL"] },
  "no-full-hour-crons": {
    refused: ['crons.daily("a", { hourUTC: 3, minuteUTC: 0 }, a)', 'crons.cron("a", "0 * * * *", a)'],
    allowed: ['crons.daily("a", { hourUTC: 0, minuteUTC: 7 }, a)', 'crons.cron("a", "7 0 * * *", a)'],
  },
};

/** All cases, each with its file in the temporary folder. */
const files = Object.entries(cases).flatMap(([rule, { refused, allowed }]) => [
  ...refused.map((code, at) => ({ rule, code, isRefused: true, file: `${rule}-refused-${at}.ts` })),
  ...allowed.map((code, at) => ({ rule, code, isRefused: false, file: `${rule}-allowed-${at}.ts` })),
]);
const folder = mkdtempSync(path.join(tmpdir(), "house-"));
const reported = new Set<string>();

beforeAll(() => {
  for (const { file, code } of files) writeFileSync(path.join(folder, file), `${code};\n`);
  const config = {
    jsPlugins: [path.join(root, "scripts/house.js")],
    categories: { correctness: "off" },
    rules: Object.fromEntries(Object.keys(cases).map((rule) => [`house/${rule}`, "error"])),
  };
  writeFileSync(path.join(folder, ".oxlintrc.json"), JSON.stringify(config));
  const { stdout } = spawnSync(path.join(root, "node_modules/.bin/oxlint"), ["-f", "json"], { cwd: folder });
  const { diagnostics } = JSON.parse(String(stdout)) as { diagnostics: { code: string; filename: string }[] };
  for (const { code, filename } of diagnostics) reported.add(`${code} ${filename}`);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(files)("$rule: $code", ({ rule, file, isRefused }) => {
  expect(reported.has(`house(${rule}) ${file}`)).toBe(isRefused);
});

test("every rule has cases here, except directions", () => {
  expect(Object.keys(house.rules).sort()).toEqual([...Object.keys(cases), "directions"].sort());
});

test("no comment turns a rule off", () => {
  const sources = ["convex", "src", "packages", "dev", "deploy", "scripts", "e2e"].flatMap((area) =>
    readdirSync(path.join(root, area), { recursive: true, withFileTypes: true })
      .map((file) => path.join(file.parentPath, file.name))
      .filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !/node_modules|_generated|[\\/]dist[\\/]/.test(file)),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(sources.filter((file) => /\b(?:es|ox)lint-(?=disable)/.test(readFileSync(file, "utf8")))).toEqual([]);
});
