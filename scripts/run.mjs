/**
 * The entry point of `npm start`, `npm test` and the other commands. Plain JavaScript without dependencies, because it must work in a fresh
 * clone before anything is installed. Installs what is missing, asks nothing, and explains in a sentence what it cannot do.
 */
import path from "node:path";
import { build } from "./build.mjs";
import { allSteps, check, checkWords, expected, quickSteps } from "./check.mjs";
import { setUp } from "./setup.mjs";

const root = path.dirname(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname));

const [name = "", ...words] = process.argv.slice(2);

const commands = {
  start: () => runBuilt("dev/start.js", "start", { dev: false }),
  dev: () => runBuilt("dev/start.js", "start", { dev: true }),
  doctor: () => runBuilt("deploy/doctor.js", "doctor", {}),
  backup: () => runBuilt("dev/backup.js", "backup", {}),
  restore: () => runBuilt("dev/restore.js", "restore", { files: words }),
  demo: () => runBuilt("dev/rehearsal.js", "rehearsal", {}),
  close: () => runBuilt("dev/close.js", "close", {}),
  bench: () => runBuilt("dev/bench/main.js", "bench", { only: words }),
  nightly: () => runBuilt("dev/nightly/main.js", "nightly", {}),
  test: () => (words.length > 0 ? checkWords(root, words) : check(root, allSteps)),
  check: () => check(root, [quickSteps]),
  lint: () => check(root, [quickSteps]),
  e2e: () => check(root, ["browser"], words),
  capacity: () => check(root, ["capacity"]),
  felt: () => check(root, ["felt"], words),
  screens: () => check(root, ["pictures"], words),
};

const withArguments = ["doctor", "restore", "demo", "close", "bench", "test", "e2e", "felt", "screens"];

const run = commands[name];
try {
  if (run === undefined) throw expected(`Choose one of: ${Object.keys(commands).join(", ")}.`);
  if (words.length > 0 && !withArguments.includes(name)) throw expected(`npm run ${name} takes no "${words[0]}".`);
  await setUp(root, { browser: ["test", "e2e", "screens", "capacity", "felt", "nightly"].includes(name) });
  await run();
} catch (error) {
  // Expected errors print only their message. Bugs print a stack trace.
  console.error(error?.expected ? `\n${error.message}` : error);
  process.exitCode = 1;
}

/** Runs a built command in this process, so that a signal stops everything cleanly. */
async function runBuilt(file, entry, options) {
  process.setSourceMapsEnabled(true);
  const folder = await build(root);
  const module = await import(path.join(folder, file));
  await module[entry]({ root, ...options });
}
