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

/**
 * All steps of `npm test`. Each group of lanes starts when the one before it has ended. The tests wait for servers, browsers and child
 * processes, so two lanes keep the cores busy. REST tests prepare the product that the browser tests copy.
 */
export const allSteps = [quickSteps, ["unit", ["http", "browser", "screens"]]];

/**
 * Runs groups of lanes one after the other. The lanes of a group run side by side, and the steps of a lane one after the other. Stops at
 * the first failure. Prints the times. `extraArgs`: arguments for each step.
 */
export async function check(root, groups, extraArgs = []) {
  await runGroups(
    root,
    groups.map((lanes) => [lanes].flat().map((lane) => [lane].flat().map((name) => stepOf(name, extraArgs)))),
  );
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
  await runGroups(root, [group.map((step) => [step])]);
}

function stepOf(name, extraArgs) {
  const { args, ...step } = steps[name];
  return { name, title: [step.command, ...args].join(" "), ...step, args: [...args, ...extraArgs] };
}

async function runGroups(root, groups) {
  const folder = mkdtempSync(path.join(tmpdir(), "check-"));
  try {
    const summaries = [];
    for (const lanes of groups) {
      const steps = lanes.flat();
      if (steps.length === 1) summaries.push(await runLive(root, folder, steps[0]));
      else summaries.push(...(await runLanes(root, folder, lanes)));
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

/** Runs lanes side by side. Shows the output of each step when it ends. The first failure ends all lanes. */
async function runLanes(root, folder, lanes) {
  console.log(`\n— side by side: ${lanes.map((lane) => lane.map(({ name }) => name).join(", then ")).join(" · ")}`);
  const running = new Set();
  const summaries = [];
  let failure;
  const runLane = async (lane) => {
    for (const step of lane) {
      if (failure) return;
      const run = start(root, folder, step, ["ignore", "pipe", "pipe"]);
      running.add(run);
      const summary = await run.done.catch((error) => void (failure ??= { error, run }));
      running.delete(run);
      // The steps that a failure ended have nothing to say.
      if (failure && failure.run !== run) return;
      console.log(`\n— ${step.name}: ${step.title}\n${run.output().trim()}`);
      if (failure) for (const { child } of running) child.kill("SIGINT");
      else summaries.push(summary);
    }
  };
  await Promise.all(lanes.map(runLane));
  if (failure) throw failure.error;
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
