import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const vitest = {
  command: "vitest",
  args: ["run", "--reporter=dot", "--silent=passed-only", "--reporter=json"],
  report: "--outputFile.json=",
  count: vitestCount,
};
const playwright = { command: "playwright", args: ["test", "--project=proof"], count: playwrightCount };

const steps = {
  /** Checks types and lint rules with one compiler program. */
  lint: { command: "oxlint", args: [] },
  format: { command: "oxfmt", args: ["--check"] },
  unused: { command: "knip", args: ["--no-progress"] },
  unit: { ...vitest, args: [...vitest.args, "--project=convex", "--project=node", "--project=src"] },
  http: { ...vitest, args: [...vitest.args, "--project=http"] },
  screens: { ...vitest, args: [...vitest.args, "--project=screens"] },
  tests: vitest,
  browser: playwright,
  pictures: { ...playwright, args: ["test", "--project=screens"], env: { E2E_SEED: "24" } },
  felt: { ...playwright, args: ["test", "--project=felt"], env: { E2E_SEED: "0" } },
  capacity: { ...playwright, args: ["test", "--project=capacity"], env: { E2E_SEED: "60", DEMO_LIKES: "0" } },
};

const folders = ["convex", "src", "packages", "dev", "deploy", "scripts", "e2e"];

/** The steps without a server or a browser. Each uses one core. */
export const quickSteps = ["lint", "format", "unused"];

/** All steps of `npm test`. REST and screen tests wait half of the time, so they share cores. */
export const allSteps = [["lint", "format", "unused"], "unit", ["http", "screens"], "browser"];

/**
 * Runs steps one after the other. Stops at the first failure. Prints the times. Steps in a nested array run side by side. `extraArgs`: arguments
 * for each step.
 */
export async function check(root, names, extraArgs = []) {
  const groups = names.map((group) => [group].flat().map((name) => stepOf(name, extraArgs)));
  await runGroups(root, groups);
}

/** Runs all tests whose path contains one of the words. */
export async function checkWords(root, words) {
  const files = testFiles(root).filter((file) => words.some((word) => file.toLowerCase().includes(word.toLowerCase())));
  const specs = files.filter((file) => file.endsWith(".spec.ts"));
  const tests = files.filter((file) => !specs.includes(file));
  // Playwright matches patterns against whole paths.
  const patterns = specs.map((file) => `/${file.replaceAll(".", "\\.")}$`);
  const group = [
    { ...stepOf("tests", tests), title: `${tests.length} files` },
    // Other ports than the HTTP tests, which run at the same time.
    {
      ...stepOf("browser", patterns),
      title: `${specs.length} files`,
      env: { E2E_PORT: "5500", E2E_PREPARED: undefined },
    },
  ].filter(({ title }) => title !== "0 files");
  if (group.length === 0) throw expected(`No test file has ${words.join(" or ")} in its path.`);
  await runGroups(root, [group]);
}

function stepOf(name, extraArgs) {
  const { args, ...step } = steps[name];
  return { name, title: [step.command, ...args].join(" "), ...step, args: [...args, ...extraArgs] };
}

async function runGroups(root, groups) {
  const folder = mkdtempSync(path.join(tmpdir(), "check-"));
  try {
    const summaries = [];
    for (const group of groups) {
      if (group.length === 1) summaries.push(await runLive(root, folder, group[0]));
      else summaries.push(...(await runParallel(root, folder, group)));
    }
    console.log(`\n${summaries.join("\n")}\n\nEverything passed.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs one step with live output. */
async function runLive(root, folder, step) {
  console.log(`\n— ${step.name}: ${step.title}`);
  return await start(root, folder, step, "inherit").done;
}

/** Runs several steps in parallel. Shows each output when its step ends. The first failure ends the others. */
async function runParallel(root, folder, group) {
  console.log(`\n— side by side: ${group.map(({ name }) => name).join(", ")}`);
  const running = group.map((step) => ({ step, ...start(root, folder, step, ["ignore", "pipe", "pipe"]) }));
  const stopped = new Set();
  const failures = [];
  const fail = (error) => {
    if (failures.push(error) > 1) return;
    for (const run of running) {
      if (run.child.exitCode !== null) continue;
      stopped.add(run);
      run.child.kill("SIGINT");
    }
  };
  const summaries = await Promise.all(
    running.map(async (run) => {
      const summary = await run.done.catch(fail);
      if (!stopped.has(run)) console.log(`\n— ${run.step.name}: ${run.step.title}\n${run.output().trim()}`);
      return summary;
    }),
  );
  if (failures.length > 0) throw failures[0];
  return summaries;
}

/** Starts a step. `done` resolves with its line in the summary, or rejects. */
function start(root, folder, { name, command, args, report, count, env }, stdio) {
  const file = path.join(folder, `${name}.json`);
  const startedAt = Date.now();
  const child = spawn(path.join(root, "node_modules/.bin", command), [...args, ...(report ? [report + file] : [])], {
    cwd: root,
    stdio,
    env: {
      ...process.env,
      // The first step that needs the product prepares it in this folder.
      E2E_PREPARED: path.join(folder, "product"),
      // The unit tests leave hundreds of folders. A browser's sockets need shorter paths than this.
      ...(name === "unit" && { TMPDIR: folder }),
      ...env,
      ...{ CI: "1", PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const done = ended(child).then(({ status, signal }) => {
    const seconds = `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
    if (status !== 0) throw expected(`"${name}" failed after ${seconds}${signal ? ` (${signal})` : ""}.`);
    const summary = count && existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : "clean";
    return `${name.padEnd(8)} ${seconds.padStart(8)}  ${summary}`;
  });
  return { child, done, output: () => output };
}

/** Resolves when a step has ended. Forwards signals to it, so that it can clean up. */
function ended(child) {
  const stop = () => child.kill("SIGINT");
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("close", (status, signal) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
      resolve({ status, signal });
    });
  });
}

function testFiles(root) {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)),
    )
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter(
      (file) => /\.(test|spec)\.tsx?$/.test(file) && !/node_modules|^e2e\/(screens|capacity|felt|nightly)\//.test(file),
    )
    .sort();
}

export function expected(sentence) {
  return Object.assign(new Error(sentence), { expected: true });
}

function vitestCount({ numPassedTests, numPendingTests, testResults }) {
  return `${numPassedTests} tests in ${testResults.length} files passed${numPendingTests ? `, ${numPendingTests} skipped` : ""}`;
}

function playwrightCount({ stats: { expected, skipped, flaky } }) {
  return `${expected} tests passed${flaky ? `, ${flaky} at the second try` : ""}${skipped ? `, ${skipped} skipped` : ""}`;
}
