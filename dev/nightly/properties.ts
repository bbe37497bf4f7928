import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Found } from "./found";

/** How often a property is tried, for each time in `npm test`. */
const TIMES = 10;
/** Random programs on the deployment and on convex-test. */
const PROGRAMS = 10_000;
const files = ["payments.property", "swipes.property", "reports.discretion", "matches", "overlaps", "swipes.ages"];

/** The tests with random input, with more of it: see convex/runs.testing.ts. */
export async function properties(root: string): Promise<Found> {
  const wrong = await vitest(
    root,
    "convex",
    files.map((name) => `convex/${name}.test.ts`),
    { PROPERTY_TIMES: TIMES },
  );
  return { loop: "properties", did: `${files.length} files, ${TIMES} times as often as in a test`, wrong };
}

/** What functions do on the deployment is what they do on the real one: see packages/local-convex/testing/programs. */
export async function programs(root: string): Promise<Found> {
  const wrong = await vitest(root, "node", ["packages/local-convex/src/execution/programs.test.ts"], { PROGRAMS });
  return { loop: "programs", did: `${PROGRAMS} random programs`, wrong };
}

/** What Vitest says of tests that fail. */
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
