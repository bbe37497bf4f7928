import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const steps = {
  types: { command: "tsc", args: ["--noEmit", "-p", "."] },
  lint: { command: "eslint", args: [".", "--max-warnings", "0"] },
  format: { command: "prettier", args: ["--check", "--log-level", "warn", "."] },
  unused: { command: "knip", args: ["--no-progress"] },
  unit: {
    command: "vitest",
    args: ["run", "--reporter=dot", "--silent=passed-only", "--reporter=json"],
    report: "--outputFile.json=",
    count: vitestCount,
  },
  browser: { command: "playwright", args: ["test", "--project=proof"], count: playwrightCount },
  screens: {
    command: "playwright",
    args: ["test", "--project=screens"],
    count: playwrightCount,
    env: { E2E_SEED: "24" },
  },
};

/** Runs the named steps one after the other, stops at the first that fails, and prints the sums. */
export async function check(root, names, more = []) {
  const folder = mkdtempSync(path.join(tmpdir(), "check-"));
  try {
    const lines = [];
    for (const name of names) lines.push(await run(root, name, folder, more));
    console.log(`\n${lines.join("\n")}\n\nAll is well.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(root, name, folder, more) {
  const { command, args, report, count, env } = steps[name];
  const file = path.join(folder, `${name}.json`);
  console.log(`\n— ${name}: ${command} ${args.join(" ")}`);
  const began = Date.now();
  const { status, signal } = await ended(
    spawn(path.join(root, "node_modules/.bin", command), [...args, ...(report ? [report + file] : []), ...more], {
      cwd: root,
      stdio: "inherit",
      env: { ...process.env, ...env, CI: "1", PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
  );
  const seconds = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  if (status !== 0) {
    throw Object.assign(new Error(`"${name}" failed after ${seconds}${signal ? ` (${signal})` : ""}.`), {
      expected: true,
    });
  }
  const sum = count && existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : "clean";
  return `${name.padEnd(8)} ${seconds.padStart(8)}  ${sum}`;
}

/** Whoever ends us ends the step as well, and lets it clean up. */
function ended(child) {
  const stop = () => child.kill("SIGINT");
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, stop);
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", (status, signal) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, stop);
      resolve({ status, signal });
    });
  });
}

function vitestCount({ numPassedTests, numPendingTests, testResults }) {
  return `${numPassedTests} tests in ${testResults.length} files passed${numPendingTests ? `, ${numPendingTests} skipped` : ""}`;
}

function playwrightCount({ stats: { expected, skipped, flaky } }) {
  return `${expected} tests passed${flaky ? `, ${flaky} at the second try` : ""}${skipped ? `, ${skipped} skipped` : ""}`;
}
