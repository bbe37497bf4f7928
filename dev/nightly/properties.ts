import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Found } from "./found";

/** How often a property is tried, for each time in `npm test`. */
const TIMES = 10;
const files = ["payments.property", "swipes.property", "reports.discretion", "matches", "overlaps", "swipes.ages"];

/** The tests with random input, with more of it: see convex/runs.testing.ts. */
export async function properties(root: string): Promise<Found> {
  const vitest = path.join(root, "node_modules/.bin/vitest");
  const args = ["run", "--project=convex", "--reporter=dot", ...files.map((name) => `convex/${name}.test.ts`)];
  const env = { ...process.env, PROPERTY_TIMES: String(TIMES) };
  const wrong = await promisify(execFile)(vitest, args, { cwd: root, env, maxBuffer: 1e8 }).then(
    () => [],
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`.trim().split("\n").slice(-30),
  );
  return { loop: "properties", did: `${files.length} files, ${TIMES} times as often as in a test`, wrong };
}
