import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkDeployment, checkPage } from "./doctorSettings";

const root = path.dirname(import.meta.dirname);
const rows = [...readFileSync(path.join(root, "docs/SETTINGS.md"), "utf8").matchAll(/^\| `([A-Z_]+)` +\|([^|]*)\|/gm)];

/** Names read from the environment where no list of settings exists. */
const settingReads =
  /(?:(?:port|number)\(env, "|process\.env\.|page\.|env\.)((?:[A-Z]+_)*(?:PORT|DIR|SEED|LIKES|MINUTES|ROUNDS|PATH|SITE_URL))\b/g;

test("the page of settings lists every setting once, and nothing else", () => {
  const folders = ["dev", "dev/nightly", "deploy", "e2e"];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((file) => path.join(root, folder, file)),
  );
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => readFileSync(file, "utf8"));
  const namesInCode = sources.flatMap((source) => [...source.matchAll(settingReads)].map(([, name]) => name));
  const settings = [...doctorFindings().map(({ name }) => name), ...namesInCode].filter(
    (name) => !testSettings.has(name!),
  );

  const namesOnPage = rows.map(([, name]) => name);
  expect(namesOnPage.toSorted()).toEqual([...new Set(settings)].toSorted());
});

test("the settings page and the doctor agree on which settings are needed", () => {
  const needed = rows.filter(([, , isNeeded]) => isNeeded!.trim() === "yes").map(([, name]) => name);
  const missing = doctorFindings().filter(({ problem }) => problem === "is not set.");
  expect(needed.toSorted()).toEqual(missing.map(({ name }) => name).toSorted());
});

/** Settings that only tests use. */
const testSettings = new Set(["E2E_PORT", "E2E_SEED", "CHROMIUM_SHELL_PATH"]);

function doctorFindings() {
  return [...checkDeployment({}, false), ...checkPage({}, { url: "", settings: {} })];
}
