import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Found } from "./found";

/** Random programs on the deployment and on convex-test, for each time. */
const PROGRAMS = 1_000;

/** Runs the tests with random input `times` as often as `npm test`: see convex/testing/runs.testing.ts. */
export async function properties(root: string, times: number): Promise<Found> {
  const files = await filesWithRuns(root);
  const wrong = await vitest(root, "convex", files, { PROPERTY_TIMES: times });
  return { loop: "properties", did: `${files.length} files, ${times} times as often as in a test`, wrong };
}

/** Compares the deployment with convex-test and the rules of the real service: see packages/local-convex/testing/programs. */
export async function programs(root: string, times: number): Promise<Found> {
  const count = PROGRAMS * times;
  const file = "packages/local-convex/src/execution/programs.test.ts";
  return {
    loop: "programs",
    did: `${count} random programs`,
    wrong: await vitest(root, "node", [file], { PROGRAMS: count }),
  };
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

/** Returns Vitest's output if a test fails. */
async function vitest(root: string, project: string, tests: string[], more: Record<string, number>): Promise<string[]> {
  const command = path.join(root, "node_modules/.bin/vitest");
  const env = { ...process.env };
  for (const [name, value] of Object.entries(more)) env[name] = String(value);
  const args = ["run", `--project=${project}`, "--reporter=dot", ...tests];
  return await promisify(execFile)(command, args, { cwd: root, env, maxBuffer: 1e8 }).then(
    () => [],
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim().split("\n").slice(-30),
  );
}
