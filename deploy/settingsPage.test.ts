import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { lookAtDeployment, lookAtPage } from "./doctorSettings";

const root = path.dirname(import.meta.dirname);
const rows = [...readFileSync(path.join(root, "docs/SETTINGS.md"), "utf8").matchAll(/^\| `([A-Z_]+)` +\|([^|]*)\|/gm)];

/** Names read from the environment where no list of settings exists. */
const read =
  /(?:(?:port|number)\(env, "|process\.env\.|page\.|env\.)((?:[A-Z]+_)*(?:PORT|DIR|SEED|LIKES|MINUTES|ROUNDS|PATH|SITE_URL))\b/g;

test("the page of settings lists every setting once, and nothing else", () => {
  const places = ["dev", "dev/nightly", "deploy", "e2e"];
  const files = places.flatMap((place) =>
    readdirSync(path.join(root, place)).map((file) => path.join(root, place, file)),
  );
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file)).map((file) => readFileSync(file, "utf8"));
  const inCode = sources.flatMap((source) => [...source.matchAll(read)].map(([, name]) => name));
  const settings = [...inDoctor().map(({ name }) => name), ...inCode].filter((name) => !ofTests.has(name!));

  const onPage = rows.map(([, name]) => name);
  expect(onPage.toSorted()).toEqual([...new Set(settings)].toSorted());
});

test("the settings page and the doctor agree on which settings are needed", () => {
  const needed = rows.filter(([, , word]) => word!.trim() === "yes").map(([, name]) => name);
  const missing = inDoctor().filter(({ problem }) => problem === "is not set.");
  expect(needed.toSorted()).toEqual(missing.map(({ name }) => name).toSorted());
});

/** Set by the tests for themselves. */
const ofTests = new Set(["E2E_PORT", "E2E_SEED", "CHROMIUM_SHELL_PATH"]);

function inDoctor() {
  return [...lookAtDeployment({}, false), ...lookAtPage({}, { url: "", settings: {} })];
}
