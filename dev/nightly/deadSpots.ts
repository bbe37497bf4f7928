import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Found } from "./found";

/** Two people swipe and write while their network is cut again and again: see e2e/nightly. */
export async function deadSpots(root: string, seconds: number): Promise<Found> {
  const playwright = path.join(root, "node_modules/.bin/playwright");
  const args = ["test", "--project=nightly"];
  // Many people sign up at once.
  const env = { ...process.env, DEAD_SPOT_SECONDS: String(seconds), RATE_LIMIT_SCALE: "20" };
  const run = promisify(execFile)(playwright, args, { cwd: root, env, maxBuffer: 1e8 });
  const { told, isRight } = await run.then(
    ({ stdout }) => ({ told: stdout, isRight: true }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ told: `${stdout}${stderr}`, isRight: false }),
  );
  const did = told.split("\n").find((line) => line.includes(" cuts, ")) ?? `${seconds} s`;
  return { loop: "dead spots", did, wrong: isRight ? [] : told.trim().split("\n").slice(-30) };
}
