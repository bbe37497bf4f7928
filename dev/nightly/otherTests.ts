/** Runs the repository's tests for longer than `npm test`. */
import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { LoopReport } from "./loop";

/** Random programs on the deployment and on convex-test, per repetition. */
const PROGRAMS = 1_000;

/** Runs the tests with random input `times` as often as `npm test`. See convex/testing/runs.testing.ts. */
export async function properties(root: string, times: number): Promise<LoopReport> {
  const files = await filesWithRuns(root);
  const { faults } = await runTests(root, ["vitest", "--project=convex", ...files], { PROPERTY_TIMES: times });
  return { loop: "properties", summary: `${files.length} files, ${times} times as often as in a test`, faults };
}

/** Compares the deployment with convex-test and the real service's rules. See packages/local-convex/testing/programs. */
export async function programs(root: string, times: number): Promise<LoopReport> {
  const count = PROGRAMS * times;
  const file = "packages/local-convex/src/execution/programs.test.ts";
  const { faults } = await runTests(root, ["vitest", "--project=node", file], { PROGRAMS: count });
  return { loop: "programs", summary: `${count} random programs`, faults };
}

/** Two people swipe and write while their network is cut repeatedly. See e2e/nightly. */
export async function deadSpots(root: string, seconds: number): Promise<LoopReport> {
  // Many people sign up at the same time.
  const env = { DEAD_SPOT_SECONDS: seconds, RATE_LIMIT_SCALE: 20 };
  const { lines, faults } = await runTests(root, ["playwright", "--project=nightly"], env);
  return { loop: "dead spots", summary: lines.find((line) => line.includes(" cuts, ")) ?? `${seconds} s`, faults };
}

/** Runs tests. Returns the output, and its last lines if a test fails. */
async function runTests(root: string, [command = "", ...args]: string[], variables: Record<string, number>) {
  const runner = path.join(root, "node_modules/.bin", command);
  const baseArgs = command === "vitest" ? ["run", "--reporter=dot"] : ["test"];
  const numbers = Object.entries(variables).map(([name, value]) => [name, String(value)]);
  const env = { ...process.env, ...(Object.fromEntries(numbers) as Record<string, string>) };
  const linesOf = ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim().split("\n");
  return await promisify(execFile)(runner, [...baseArgs, ...args], { cwd: root, env, maxBuffer: 1e8 }).then(
    (output) => ({ lines: linesOf(output), faults: [] as string[] }),
    (output: { stdout: string; stderr: string }) => ({ lines: linesOf(output), faults: linesOf(output).slice(-30) }),
  );
}

async function filesWithRuns(root: string): Promise<string[]> {
  const folder = path.join(root, "convex/tests");
  const tests = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".test.ts"));
  const texts = await Promise.all(tests.map((name) => readFile(path.join(folder, name), "utf8")));
  const files = tests.filter((_, n) => texts[n]!.includes('/runs.testing"')).map((name) => `convex/tests/${name}`);
  // Vitest without a file would run all tests.
  if (files.length === 0) throw new Error("No test with random input was found");
  return files;
}
